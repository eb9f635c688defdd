import type { RequirementTable } from '../requirement-table.ts'

/** Service.md §7 and decisions.md §1: the one envelope, its codes and when each is given. */
export const errors = {
  'error.envelope.shape': {
    source: 'service §7',
    rule: 'A refusal answers {error: {code, message}} with an optional details, both code and message being non-empty strings.',
  },
  'error.envelope.every-route': {
    source: 'decisions §1',
    rule: 'Every non-2xx answer of every route uses the error envelope, those raised by the HTTP framework included.',
  },
  'error.envelope.message-next-step': { source: 'decisions §1', rule: 'The message of an error tells the caller what to do next.' },
  'error.envelope.no-internals': {
    source: 'decisions §1',
    rule: 'No answer leaks SQL, stack traces, file paths or secrets in message or details.',
  },
  'error.code.validation': { source: 'service §7', rule: 'A body or query that fails its schema answers 400 validation.' },
  'error.code.validation-details': {
    source: 'service §7',
    rule: 'A validation error carries details with the schema issues flattened by field.',
  },
  'error.code.malformed-json': { source: 'decisions §1', rule: 'A body that is not parseable JSON answers 400 validation.' },
  'error.code.delegation-required': {
    source: 'service §7',
    rule: 'Assigning an agent is refused with 400 and the code delegation_required.',
  },
  'error.code.neighbours': { source: 'service §7, decisions §1', rule: 'A move with unusable neighbours answers 400 validation.' },
  'error.code.last-admin': { source: 'service §7, decisions §1', rule: 'Removing or demoting the last admin answers 400 validation.' },
  'error.code.unauthorized': {
    source: 'service §7',
    rule: 'A request without any credential, or with an invalid session cookie, answers 401 unauthorized.',
  },
  'error.code.invalid-credentials': {
    source: 'service §7',
    rule: 'A login with a wrong password or an unknown address answers 401 invalid_credentials, the same for both.',
  },
  'error.code.invalid-token': {
    source: 'service §7',
    rule: 'A bearer token that is unknown, revoked or expired answers 401 invalid_token.',
  },
  'error.code.forbidden': {
    source: 'service §7',
    rule: 'An authenticated caller lacking scope, role or leash for a visible resource gets 403 forbidden.',
  },
  'error.code.not-found': { source: 'service §7', rule: 'A missing entity answers 404 not_found.' },
  'error.code.conflict': { source: 'service §7', rule: 'A concurrent edit or a state that does not allow the act answers 409 conflict.' },
  'error.code.duplicate-email': { source: 'service §7', rule: 'Registering an address already in use answers 409 duplicate_email.' },
  'error.code.rate-limited': {
    source: 'service §7',
    rule: 'A principal beyond its bucket gets 429 rate_limited with a Retry-After header.',
  },
  'error.code.internal': { source: 'service §7', rule: 'An unexpected failure answers 500 internal without its cause.' },
  'error.code.unknown-route': { source: 'decisions §1', rule: 'A path that no route serves answers 404 not_found.' },
  'error.code.method-not-allowed': { source: 'decisions §1', rule: 'A known path called with a method it does not serve answers 404.' },
  'error.code.payload-too-large': { source: 'decisions §1', rule: 'A body above the size limit answers 413 payload_too_large.' },
  'error.code.unsupported-media-type': {
    source: 'decisions §1',
    rule: 'A body with a content type the route does not take answers 415 unsupported_media_type.',
  },
  'error.code.unavailable': {
    source: 'decisions §1',
    rule: 'An overloaded service, or one whose database is away, answers 503 unavailable.',
  },
  'error.order': {
    source: 'decisions §1 and §2',
    rule: 'Who may not send a request is told so before anything else: 401, then 404, then 403, and only then what is wrong with its body or query.',
  },
  'error.code.unavailable-retry-after': { source: 'decisions §1', rule: 'A 503 answer carries a Retry-After header.' },
} as const satisfies RequirementTable
