import { refusal, TandemError } from '@tandem/contract'
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
  return refusal('nothingThere', { method: request.method, path: pathOf(request.url) })
}

const meanings: Record<string, () => TandemError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refusal('bodyTooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refusal('bodyTypeUnfit'),
  FST_ERR_CTP_EMPTY_TYPE: () => refusal('bodyTypeUnfit'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refusal('bodyLengthUnfit'),
  FST_ERR_BAD_URL: () => refusal('pathNoUrl'),
  FST_ERR_ASYNC_CONSTRAINT: () => refusal('nothingHere'),
}

function ofFramework(error: FastifyError): TandemError {
  const meaning = meanings[error.code]
  if (meaning) return meaning()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return refusal('requestMalformed')
  return refusal('wentWrong')
}

const pathOf = (url: string): string => url.split('?', 1)[0]?.slice(0, 200) ?? ''
