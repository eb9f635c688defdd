import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/common/clock.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { hasBody } from './closing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file may come in the body: on a thin line it takes minutes. */
    longBody?: boolean
  }
}

/** The limit of node:http for all requests: an upload of 25 MiB at 350 kbit/s. */
export const longestUploadMs = 600_000
const longestBodyMs = 30_000

/** Every other body arrives within 30 s, or the connection is answered and closed. */
export function limitBodyTime(clock: Clock, request: FastifyRequest): void {
  const { raw, routeOptions } = request
  if (!hasBody(request) || routeOptions.config.longBody) return
  const cancel = clock.after(longestBodyMs, () => {
    if (!raw.complete) answerBrokenRequest(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
  })
  raw.once('close', cancel)
}
