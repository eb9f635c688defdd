import type { OperationSpec } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../kernel/kernel.ts'
import { bodyOf } from '../../kernel/reply.ts'
import { statusOf } from '../../kernel/reply-status.ts'
import { sendBytes } from '../http/bytes.ts'
import { clearSessionCookie, setSessionCookie } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { sendFile } from './files.ts'

/** An answer of the kernel in HTTP. */
export function translate(deps: HttpDeps, operation: OperationSpec, answer: Answer, request: FastifyRequest, http: FastifyReply): unknown {
  const { reply } = answer
  if (answer.boardId !== undefined) request.boardId = answer.boardId
  http.status(statusOf(operation, reply.kind))
  if (answer.replayed) http.header('idempotency-replayed', 'true')
  if (answer.replayed === 'mismatch') http.header('idempotency-mismatch', 'body')
  switch (reply.kind) {
    case 'file':
      return sendFile(request, http, reply.file)
    case 'serialised':
      return sendBytes(request, http, reply.json, `"${reply.version}"`)
    case 'signedIn':
      setSessionCookie(deps.config, request, http, reply.session)
      break
    case 'signedOut':
      clearSessionCookie(deps.config, request, http)
      break
    case 'page':
      if (reply.next) http.header('link', `<${nextUrl(request.url, reply.next)}>; rel="next"`)
  }
  if (http.statusCode === 204) return http.send()
  return http.type('application/json; charset=utf-8').send(JSON.stringify(bodyOf(reply)))
}

function nextUrl(url: string, next: Record<string, string>): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  for (const [key, value] of Object.entries(next)) searchParams.set(key, value)
  return `${pathname}?${searchParams}`
}
