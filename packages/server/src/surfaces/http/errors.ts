import { type ErrorCode, TandemError } from '@tandem/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusalOfCookie } from './credentials.ts'

/** Every answer that is not a success is the error envelope, the framework's own errors included. Specification: service §7. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOfCookie(request, reply, refusalIn(error))
  request.refusedAs = refusal.code
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected failure')
  else if (refusal.code === 'unavailable') request.log.warn({ err: refusal.cause ?? error }, 'unavailable')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  if (refusal.status === 401) reply.header('www-authenticate', refusal.code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer')
  reply.status(refusal.status).send(refusal.envelope())
}

export function refusalIn(error: FastifyError | Error): TandemError {
  return error instanceof TandemError ? error : ofFramework(error as FastifyError)
}

/** An unknown path, or a method that the path does not take. */
export function nothingAt(request: FastifyRequest): TandemError {
  return new TandemError(
    'not_found',
    `There is nothing at ${request.method} ${pathOf(request.url)}. The routes are listed in /openapi.json.`,
  )
}

const meanings: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than 1 MiB. Send less.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['validation', 'The body is not as long as Content-Length says. Send it again, whole.'],
  FST_ERR_BAD_URL: ['not_found', 'The path is not a valid URL. Check its percent-encoding.'],
  FST_ERR_ASYNC_CONSTRAINT: ['not_found', 'There is nothing here. The routes are listed in /openapi.json.'],
}

function ofFramework(error: FastifyError): TandemError {
  const meaning = meanings[error.code]
  if (meaning) return new TandemError(meaning[0], meaning[1])
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new TandemError('validation', 'The request is malformed. Fix it and send it again.')
  return new TandemError(
    'internal',
    'Something went wrong on our side. Try again with the same clientMutationId; if it stays, tell the operator.',
  )
}

const pathOf = (url: string): string => url.split('?', 1)[0]?.slice(0, 200) ?? ''
