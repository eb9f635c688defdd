import { type ErrorCode, TandemError, workingScopes } from '@tandem/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { resourceMetadataUrl } from '../../http/addresses.ts'
import { refusalIn } from '../../http/errors.ts'

/**
 * Codes for errors of the message itself, not of its sender, as errors of the protocol; they are outside the range that the protocol
 * reserves.
 */
const ofMessages: Partial<Record<ErrorCode, number>> = {
  validation: -32_600,
  rate_limited: 429,
  payload_too_large: 413,
  unsupported_media_type: 415,
}
const parseError = -32_700

/** Answers refusals before a message is read, with the challenge of OAuth (RFC 9728) when a credential is missing. */
export function answerRefusal(config: Config) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalIn(error)
    request.refusedAs = refusal.code
    if (refusal.code === 'internal') request.log.error({ err: error, reqId: request.id }, 'unexpected failure')
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    if (refusal.status === 401) reply.header('www-authenticate', challenge(config, request, refusal))
    const code = error instanceof NotJson ? parseError : ofMessages[refusal.code]
    const message = isOverLimit(error) ? 'The message is larger than 4 MiB. Send less.' : refusal.message
    reply.status(refusal.status).send(bodyOf(refusal, code, message))
  }
}

/** The same for an answer that the framework does not send. */
export function responseOf(refusal: TandemError): Response {
  const { code, message, status, retryAfterSeconds } = refusal
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` }
  return Response.json(bodyOf(refusal, ofMessages[code], message), { status, headers })
}

function bodyOf(refusal: TandemError, code: number | undefined, message: string) {
  const envelope = refusal.envelope()
  return code === undefined ? envelope : { jsonrpc: '2.0', id: null, error: { code, message, data: envelope.error } }
}

/** Of the framework, which tells the limit of REST. */
const isOverLimit = (error: FastifyError | Error): boolean => 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'

export class NotJson extends TandemError {
  constructor() {
    super('validation', 'The body is not valid JSON in UTF-8. Send one JSON-RPC message.', { reason: 'bodyNoJson' })
  }
}

function challenge(config: Config, request: FastifyRequest, { code, message }: TandemError): string {
  const error = code === 'invalid_token' ? [`error="invalid_token"`, `error_description="${inHeader(message)}"`] : []
  return bearer([...error, `resource_metadata="${resourceMetadataUrl(config, request)}"`, `scope="${workingScopes.join(' ')}"`])
}

/** The characters that an error_description may have (RFC 6750 §3), and a header can. */
const inHeader = (text: string): string =>
  text
    .replaceAll('…', '...')
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^ -~]/g, '?')

/** Asks for a missing scope in one challenge, together with the scopes that the client has and those that work needs. */
export function stepUp(config: Config, request: FastifyRequest, held: readonly string[], needed: string): string {
  const scopes = [...new Set([...held, ...workingScopes, needed])].filter((scope) => !scope.startsWith('board:'))
  return bearer([
    `error="insufficient_scope"`,
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${resourceMetadataUrl(config, request)}"`,
  ])
}

const bearer = (parameters: readonly string[]): string => `Bearer ${parameters.join(', ')}`
