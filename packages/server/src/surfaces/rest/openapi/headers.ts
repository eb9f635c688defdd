import type { oas31 } from 'zod-openapi'

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
  Link: {
    description: 'The address of the next page, where there is one.',
    schema: { type: 'string' },
    example: '</api/notifications?cursor=019f0000-0000-7000-8000-000000000009>; rel="next"',
  },
  ETag: { description: 'Names this state of the board: send it back as If-None-Match.', schema: { type: 'string' }, example: '"42"' },
  'Set-Cookie': {
    description: 'The session cookie `kb_session`, set or ended.',
    schema: { type: 'string' },
    example: 'kb_session=…; Path=/; HttpOnly; SameSite=Lax',
  },
}

export const headerRefs = (names: readonly string[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
