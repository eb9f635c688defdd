import type { ErrorCode } from '../errors.ts'

/**
 * A row of the tables of refusals: the sentence in English, and the code of the error. Problems of a field have `of: 'field'`, those that a
 * schema finds `of: 'schema'`, and explanations of acts of the service itself `of: 'service'`. A name between quotation marks is written as
 * JSON writes it. `to: 'programs'` marks a refusal that no page of the web app can meet, or that tells people no more than its code: it needs
 * no translation.
 */
export type Refusal = { says: string; to?: 'programs' } & ({ code: ErrorCode } | { of: 'field' | 'schema' | 'service' })
