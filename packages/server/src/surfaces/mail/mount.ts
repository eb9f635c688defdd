import { refusal, TandemError } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countedAddress } from '../../kernel/identity/client-address.ts'
import type { Replies } from '../../kernel/replies.ts'
import { refuseDryRun } from '../http/caller.ts'
import { obey } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { answerError } from '../http/errors.ts'
import { type MailForm, mailForms } from './forms.ts'

/**
 * POST /mail/in: a mail host delivers replies to our mails. It gets the outcome of each: the person is notified by mail, and a retry helps
 * only after 409, 429 and 5xx. Specification: beyond §11.
 */
const urls = ['/mail/in', '/mail/in/mime'] as const
/** The largest mail; a form is not larger. */
const mostBytes = 10 * 1_048_576

export function mountMailIn(app: FastifyInstance, deps: HttpDeps & { replies: Replies; secret: string }): void {
  app.register(async (scope) => {
    for (const type of mailForms.flatMap(({ contentTypes }) => contentTypes))
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => answerError(meaningOf(error as Error), request, reply))
    // Mailgun posts the raw message to URLs that end with mime, and parsed fields to others.
    for (const url of urls) scope.post(url, { onRequest: refuseDryRun }, (request, reply) => take(request, reply))
  })

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const form = mailForms.find(({ contentTypes }) => contentTypes.includes(type))
    if (!form || !Buffer.isBuffer(request.body)) throw refusal('mailFormUnknown')
    const letter = await open(form, request, request.body, reply)
    const taken = await deps.replies.take(letter)
    deps.metrics.mailIn(form.source, taken.outcome).add()
    return reply.status(202).send(taken)
  }

  async function open(form: MailForm, request: FastifyRequest, body: Buffer, reply: FastifyReply): Promise<Uint8Array> {
    try {
      return await form.open({ headers: request.headers, body }, deps.secret, Math.floor(deps.clock.now() / 1_000))
    } catch (error) {
      // Only wrong signatures are counted and answered 429: behind a proxy, a guesser may have the address of the mail host.
      if (error instanceof TandemError && error.status === 401) {
        deps.metrics.mailIn(form.source, 'unsigned').add()
        obey(await deps.limiter.take('authFailure', countedAddress(request.ip)), reply)
      }
      throw error
    }
  }
}

const meanings: Record<string, () => TandemError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refusal('mailTooLarge', { bytes: mostBytes }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refusal('mailFormUnknown'),
  FST_ERR_CTP_EMPTY_TYPE: () => refusal('mailFormUnknown'),
}

const meaningOf = (error: Error): Error => meanings[(error as { code?: string }).code ?? '']?.() ?? error
