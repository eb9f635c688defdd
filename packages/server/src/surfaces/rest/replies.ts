import { dryRunPreference, type OperationSpec } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../kernel/kernel.ts'
import { bodyOf } from '../../kernel/reply.ts'
import { statusOf } from '../../kernel/reply-status.ts'
import { clearSessionCookie, setSessionCookie } from '../http/credentials.ts'
import type { HttpDeps } from '../http/deps.ts'
import { sendFile } from './files.ts'
import { sendJson, sendKept } from './json.ts'

/** An answer of the kernel in HTTP. */
export function translate(deps: HttpDeps, operation: OperationSpec, answer: Answer, request: FastifyRequest, http: FastifyReply): unknown {
  const { reply } = answer
  if (answer.boardId !== undefined) request.boardId = answer.boardId
  http.status(answer.isDryRun ? 200 : statusOf(operation, reply.kind))
  if (answer.isDryRun) http.header('preference-applied', dryRunPreference)
  if (answer.replayed) http.header('idempotency-replayed', 'true')
  if (answer.replayed === 'mismatch') http.header('idempotency-mismatch', 'body')
  switch (reply.kind) {
    case 'file':
      return sendFile(request, http, reply.file)
    case 'serialised':
      return sendKept(request, http, reply)
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
  return sendJson(request, http, JSON.stringify(bodyOf(reply)), operation.secrets !== undefined)
}

function nextUrl(url: string, next: Record<string, string>): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  for (const [key, value] of Object.entries(next)) searchParams.set(key, value)
  return `${pathname}?${searchParams}`
}
