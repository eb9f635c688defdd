import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Params, refusal, type TandemError, verifyV2 } from '@tandem/contract'
import { refuseManyFields } from '../http/body-size.ts'

/** The formats in which mail hosts deliver mails. Another provider is another row. */
export type MailForm = {
  /** The name in the metrics. */
  source: 'http' | 'mailgun'
  contentTypes: readonly string[]
  /** The mail as it was sent. Throws unauthorized unless it was signed with the secret. */
  open(sent: Sent, secret: string, nowSeconds: number): Promise<Uint8Array>
}
export type Sent = { headers: IncomingHttpHeaders; body: Buffer }

export const mailForms: readonly MailForm[] = [
  { source: 'http', contentTypes: ['message/rfc822'], open: openSigned },
  { source: 'mailgun', contentTypes: ['multipart/form-data', 'application/x-www-form-urlencoded'], open: openMailgun },
]

const whyUnsigned = {
  missing_header: 'X-Kanban-Delivery-Id, X-Kanban-Timestamp and X-Signature are needed.',
  malformed_header: 'X-Kanban-Delivery-Id must be a UUID, X-Kanban-Timestamp seconds since 1970, X-Signature v2= and 64 hex digits.',
  outside_window: 'X-Kanban-Timestamp is more than 5 minutes off: check the clock.',
  wrong_signature: 'X-Signature does not match: check the secret and that the body is sent as it was signed.',
} as const satisfies Record<string, string>

const unsigned = (why: string): TandemError => refusal('mailUnsigned', { why } satisfies Params)

/** Signed as Tandem's own webhooks are: over the bytes of the mail. */
async function openSigned({ headers, body }: Sent, secret: string, nowSeconds: number): Promise<Uint8Array> {
  const verified = await verifyV2({ secret, headers, rawBody: body, nowSeconds, previousSecretHeader: false })
  if (!verified.ok) throw unsigned(whyUnsigned[verified.reason])
  return body
}

/** Mailgun retries for eight hours, and does not document that it signs again. A repeated mail has no second effect. */
const mailgunWindowSeconds = 86_400

/** Its signature covers time and token only. The code in a mail, not the signature, decides what the mail may do. */
async function openMailgun(sent: Sent, secret: string, nowSeconds: number): Promise<Uint8Array> {
  const fields = await fieldsIn(sent)
  const [timestamp, token, signature] = await Promise.all(['timestamp', 'token', 'signature'].map((name) => textOf(fields.get(name))))
  if (!timestamp || !token || !signature) throw unsigned('The fields timestamp, token and signature are needed.')
  const expected = createHmac('sha256', secret).update(`${timestamp}${token}`).digest()
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : null
  if (!given || !timingSafeEqual(expected, given))
    throw unsigned('The field signature does not match: set MAIL_IN_SECRET to the signing key of Mailgun.')
  // Written so that no number refuses.
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= mailgunWindowSeconds)) throw unsigned('The field timestamp is more than a day off.')
  const letter = fields.get('body-mime')
  if (letter === null) throw refusal('mailWithoutMime')
  return typeof letter === 'string' ? Buffer.from(letter) : new Uint8Array(await letter.arrayBuffer())
}

type Fields = Awaited<ReturnType<Response['formData']>>
type Field = ReturnType<Fields['get']>

const textOf = async (field: Field): Promise<string | null> => (typeof field === 'string' ? field : null)

const mostParts = 200
const partMark = 'form-data; name="'

async function fieldsIn({ headers, body }: Sent): Promise<Fields> {
  const contentType = headers['content-type'] ?? ''
  if (/^multipart\//i.test(contentType)) refuseManyParts(body)
  else refuseManyFields(body.toString('latin1'))
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch (cause) {
    throw refusal('requestMalformed', {}, { cause })
  }
}

/** Before it is taken apart: each part costs far more than its octets. */
function refuseManyParts(body: Buffer): void {
  let parts = 0
  for (let at = body.indexOf(partMark); at !== -1; at = body.indexOf(partMark, at + partMark.length)) {
    parts += 1
    if (parts > mostParts) throw refusal('formTooManyFields', { count: mostParts })
  }
}
