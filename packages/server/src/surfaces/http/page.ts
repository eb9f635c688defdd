import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Language, languageAccepted } from '../../texts/language.ts'
import type { PageTexts } from '../../texts/pages/en.ts'
import { pageTexts } from '../../texts/pages/pages.ts'
import { type Html, html } from './html.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:10vh auto;padding:0 1.25rem;color:#1a1a1a;background:#fff}
h1{font-size:1.4rem}dt{color:#555}dd{margin:0 0 .75rem;font-weight:600;overflow-wrap:anywhere}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1f5fd0;color:#fff;cursor:pointer}
button.plain{background:none;color:inherit;border:1px solid}label{display:block;margin:.4rem 0}small{color:#555}
fieldset{border:1px solid #bbb;border-radius:.4rem;margin:0 0 1rem}legend{font-weight:600}
input[type=email],input[type=password]{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
.alert{border-left:.3rem solid #b3261e;padding-left:.75rem;font-weight:600}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}dt,small{color:#aaa}}`

/** No script, no frame around it, forms to ourselves. */
const policyFor = (formsLeadTo: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ["form-action 'self'", ...formsLeadTo].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The language of a page: the one that the browser prefers among ours. */
export const languageOfPage = ({ request }: FastifyReply): Language => languageAccepted(request.headers['accept-language'])

export const textsOfPage = (reply: FastifyReply): PageTexts => pageTexts[languageOfPage(reply)]

type Options = { formsLeadTo?: readonly string[]; language?: Language }

/** A page for a person. `formsLeadTo`: to where the answer to a form of it may redirect, besides ourselves. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  { formsLeadTo = [], language = languageOfPage(reply) }: Options = {},
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Tandem</title><style>${{ markup: style }}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`
  return (
    reply
      .status(status)
      .header('content-security-policy', policyFor(formsLeadTo))
      .header('x-frame-options', 'DENY')
      .header('content-language', language)
      .header('vary', 'accept-language')
      // With no-referrer a browser sends its form with the origin `null`, which is not ours.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(page.markup)
  )
}
