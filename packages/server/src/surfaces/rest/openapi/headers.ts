import { dryRunPreference } from '@tandem/contract'
import { story } from '@tandem/contract/examples'
import type { oas31 } from 'zod-openapi'

/** Headers of every answer to a caller that a rate limit counts. */
export const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const wholeNumber = { type: 'integer', minimum: 0 } as const

/** Headers of answers that several operations share. */
export const headerComponents: Record<string, oas31.HeaderObject> = {
  'RateLimit-Limit': { description: 'The size of the rate-limit bucket of the caller.', schema: wholeNumber, example: 600 },
  'RateLimit-Remaining': { description: 'How many requests are left in it.', schema: wholeNumber, example: 599 },
  'RateLimit-Reset': { description: 'Seconds until the bucket is full again.', schema: wholeNumber, example: 1 },
  'Retry-After': { description: 'Seconds after which to try again.', schema: wholeNumber, example: 3 },
  'WWW-Authenticate': {
    description: 'The required kind of credential.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'Idempotency-Replayed': {
    description: 'The first result of the same clientMutationId is returned again; nothing was applied.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Idempotency-Mismatch': {
    description: 'The request differs from the first one with the same clientMutationId; its content was ignored.',
    schema: { type: 'string', const: 'body' },
    example: 'body',
  },
  'Preference-Applied': {
    description: 'The call was a dry run: nothing was saved.',
    schema: { type: 'string', const: dryRunPreference },
    example: dryRunPreference,
  },
  Link: {
    description: 'The URL of the next page, if there is one.',
    schema: { type: 'string' },
    example: `</api/notifications?cursor=${story.notificationId}>; rel="next"`,
  },
  ETag: { description: 'Identifies this state: send it back as If-None-Match.', schema: { type: 'string' }, example: '"42-0"' },
  'Content-Disposition': {
    description: 'Whether to show or save the file, and its name.',
    schema: { type: 'string' },
    example: `attachment; filename="programme.txt"; filename*=UTF-8''programme.txt`,
  },
  'Content-Range': {
    description: 'The returned part, and the total number of bytes.',
    schema: { type: 'string' },
    example: 'bytes 0-9/21',
  },
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
    description: 'The same as clientMutationId, which takes precedence if both are sent.',
    example: '5b1d3f0e-6a52-4c55-9d3e-2f6f0c8a7b11',
  },
  'X-Session-Id': {
    name: 'X-Session-Id',
    in: 'header',
    schema: { type: 'string', format: 'uuid' },
    description:
      'For an agent: its session on the board that the change is recorded under. If absent, its only live session on the card, otherwise on the board.',
    example: story.sessionId,
  },
  'X-Session-Generation': {
    name: 'X-Session-Generation',
    in: 'header',
    schema: { type: 'integer', minimum: 1 },
    description:
      'With X-Session-Id: the generation of the lease of that session. Once another process has claimed it, the change is refused with 409.',
    example: 1,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    schema: text,
    example: dryRunPreference,
    description: `\`${dryRunPreference}\`: the call is made and rolled back. The response is 200, describes what would happen, and has \`Preference-Applied\`.`,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    schema: text,
    example: '"42-0"',
    description: 'The ETag of the version that you have: if it is still current, the response is a 304 without a body.',
  },
  Range: {
    name: 'Range',
    in: 'header',
    schema: text,
    example: 'bytes=0-9',
    description: 'One range of bytes; for an unsupported range, the whole file is returned.',
  },
}

export const headerRefs = (names: readonly string[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
