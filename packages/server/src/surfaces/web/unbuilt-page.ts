import type { FastifyReply } from 'fastify'
import { html } from '../http/html.ts'
import { sendPage } from '../http/page.ts'

/** The page shown while the web app is not built. Everything else is served. It is for operators and in English, as all of their texts. */
export function sendUnbuilt(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    200,
    'The web app is not built yet',
    html`<p>Stop this service and start it with <code>npm start</code>, which builds the web app first; or run
<code>node scripts/build-web.cjs</code> and start it again.</p>
<p>Everything else works already: <a href="/docs/api">the API</a>, MCP and webhooks.</p>`,
    { language: 'en' },
  )
}
