import { dryRunPreference } from '@tandem/contract'
import { story } from '@tandem/contract/examples'
import type { oas31 } from 'zod-openapi'

/** Headers of every answer to a caller that a rate limit counts. */
export const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const wholeNumber = { type: 'integer', minimum: 0 } as const

/** Headers of answers that several operations share. */
export const headerComponents: Record<string, oas31.HeaderObject> = {
  'RateLimit-Limit': { description: 'How many requests the bucket of the caller holds.', schema: wholeNumber, example: 600 },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: wholeNumber, example: 599 },
  'RateLimit-Reset': { description: 'Seconds until the bucket is full again.', schema: wholeNumber, example: 1 },
  'Retry-After': { description: 'Seconds after which to try again.', schema: wholeNumber, example: 3 },
  'WWW-Authenticate': {
    description: 'Which credential is asked for.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'Idempotency-Replayed': {
    description: 'This is the first result of the same clientMutationId again; nothing was applied.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Idempotency-Mismatch': {
    description: 'The request differs from the first one with the same clientMutationId; its own content was not looked at.',
    schema: { type: 'string', const: 'body' },
    example: 'body',
  },
  'Preference-Applied': {
    description: 'The call was tried only: nothing of it was kept.',
    schema: { type: 'string', const: dryRunPreference },
    example: dryRunPreference,
  },
  Link: {
    description: 'The address of the next page, where there is one.',
    schema: { type: 'string' },
    example: `</api/notifications?cursor=${story.notificationId}>; rel="next"`,
  },
  ETag: { description: 'Names this state: send it back as If-None-Match.', schema: { type: 'string' }, example: '"42-0"' },
  'Content-Disposition': {
    description: 'Whether to show or to keep the file, and its name.',
    schema: { type: 'string' },
    example: `attachment; filename="programme.txt"; filename*=UTF-8''programme.txt`,
  },
  'Content-Range': { description: 'Which part this is, and of how many bytes.', schema: { type: 'string' }, example: 'bytes 0-9/21' },
  'Set-Cookie': {
    description: 'The session cookie `kb_session`, set or ended.',
    schema: { type: 'string' },
    example: 'kb_session=…; Path=/; HttpOnly; SameSite=Lax',
  },
}

const text = { type: 'string' } as const

/** Headers of requests that several operations share. */
export const headerParameters: Record<string, oas31.ParameterObject> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    description: 'The same as clientMutationId, which wins when both are there.',
    example: '5b1d3f0e-6a52-4c55-9d3e-2f6f0c8a7b11',
  },
  'X-Session-Id': {
    name: 'X-Session-Id',
    in: 'header',
    schema: { type: 'string', format: 'uuid' },
    description:
      'Of an agent: its session on the board under which the change is recorded, else its only live one on the card, else on the board.',
    example: story.sessionId,
  },
  'X-Session-Generation': {
    name: 'X-Session-Generation',
    in: 'header',
    schema: { type: 'integer', minimum: 1 },
    description:
      'Beside X-Session-Id: the generation of the lease of that session. Once another process has claimed it, the change is refused with 409.',
    example: 1,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    schema: text,
    example: dryRunPreference,
    description: `\`${dryRunPreference}\`: the call is done and taken back. The answer is 200, says what would happen, and has \`Preference-Applied\`.`,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    schema: text,
    example: '"42-0"',
    description: 'The ETag of what you have: when it is still the same, the answer is a 304 without a body.',
  },
  Range: {
    name: 'Range',
    in: 'header',
    schema: text,
    example: 'bytes=0-9',
    description: 'One range of bytes; what cannot be had is answered with the whole.',
  },
}

export const headerRefs = (names: readonly string[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
