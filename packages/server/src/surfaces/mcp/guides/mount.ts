import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { webUrl } from '../../../config/derived.ts'
import type { Config } from '../../../config.ts'
import { mcpUrl } from '../../http/addresses.ts'
import { isKnown } from '../../http/bytes.ts'
import { agentGuide } from './agent-guide.ts'
import { index } from './index-of-guides.ts'

/** `/llms.txt` and `/agents.md`: instructions for a program that knows only this address. They reveal nothing of boards. */
export function mountGuides(app: FastifyInstance, { config }: { config: Config }): void {
  const url = webUrl(config) ?? ''
  const mcp = mcpUrl(config)
  serve(app, '/llms.txt', 'text/plain', index(url, mcp))
  serve(app, '/agents.md', 'text/markdown', agentGuide(url, mcp))
}

function serve(app: FastifyInstance, path: string, type: string, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  app.get(path, (request, reply) => {
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(`${type}; charset=utf-8`).send(text)
  })
}
