import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { type Packed, packBytes, sendPacked } from '../../http/bytes.ts'
import { openApiDocument } from '../openapi.ts'
import { referencePage } from './page.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** `/docs/api`: the document of `/openapi.json` for people, served without external resources. Made on the first request. */
export function mountReference(app: FastifyInstance, { config }: { config: Config }): void {
  let page: Packed | undefined
  app.get('/docs/api', (request, reply) => {
    page ??= packBytes(Buffer.from(referencePage(openApiDocument(config.PUBLIC_URL ?? '/')).markup))
    reply.header('content-security-policy', policy).header('referrer-policy', 'same-origin')
    return sendPacked(request, reply, page, 'text/html; charset=utf-8')
  })
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows the style and the script of the page by their hashes, and no request. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
