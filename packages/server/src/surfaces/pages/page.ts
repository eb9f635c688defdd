import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:10vh auto;padding:0 1.25rem;color:#1a1a1a;background:#fff}
h1{font-size:1.4rem}dt{color:#555}dd{margin:0 0 .75rem;font-weight:600;overflow-wrap:anywhere}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1f5fd0;color:#fff;cursor:pointer}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}dt{color:#aaa}}`

/** No script, no frame around it, forms to ourselves alone. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page for a person. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Tandem</title><style>${{ markup: style }}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`
  return (
    reply
      .status(status)
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY')
      // With no-referrer a browser sends its form with the origin `null`, which is not ours.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(page.markup)
  )
}
