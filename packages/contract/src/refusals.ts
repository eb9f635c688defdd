import { type Params, TandemError } from './errors.ts'
import { actsOfServiceRefusals } from './refusals/acts-of-service.ts'
import { boardsRefusals } from './refusals/boards.ts'
import { cardsRefusals } from './refusals/cards.ts'
import { mailRefusals } from './refusals/mail.ts'
import { programsRefusals } from './refusals/programs.ts'
import type { Refusal } from './refusals/refusal.ts'
import { requestsRefusals } from './refusals/requests.ts'
import { rulesRefusals } from './refusals/rules.ts'
import { schemasRefusals } from './refusals/schemas.ts'
import { serviceRefusals } from './refusals/service.ts'
import { sessionsRefusals } from './refusals/sessions.ts'
import { signInRefusals } from './refusals/sign-in.ts'
import { transportsRefusals } from './refusals/transports.ts'
import { webhooksRefusals } from './refusals/webhooks.ts'
import { type NamesIn, paramsIn, sentenceWith } from './sentences.ts'

/** The refusals of the service by their reasons. The rows are in `refusals/`, by area. */
export const refusals = {
  ...cardsRefusals,
  ...boardsRefusals,
  ...sessionsRefusals,
  ...webhooksRefusals,
  ...signInRefusals,
  ...rulesRefusals,
  ...actsOfServiceRefusals,
  ...programsRefusals,
  ...schemasRefusals,
  ...serviceRefusals,
  ...requestsRefusals,
  ...mailRefusals,
  ...transportsRefusals,
} as const satisfies Record<string, Refusal>

type Table = typeof refusals
export type Reason = keyof Table
/** Reasons that people may meet in the web app. */
export type ReasonForPeople = { [R in Reason]: Table[R] extends { to: 'programs' } ? never : R }[Reason]

/** Reasons for refusing a field. */
export type FieldReason = { [R in Reason]: Table[R] extends { of: 'field' } ? R : never }[Reason]
/** Reasons for refusing by a schema. */
export type SchemaReason = { [R in Reason]: Table[R] extends { of: 'schema' } ? R : never }[Reason]
/** Reasons why a rule did nothing or was paused, why a webhook was switched off, and why a mentioned agent did not start. */
type ServiceReason = { [R in Reason]: Table[R] extends { of: 'service' } ? R : never }[Reason]
type OfWhole = Exclude<Reason, FieldReason | SchemaReason | ServiceReason>

type ParamsOf<R extends Reason> = { readonly [Name in NamesIn<Table[R]['says']>]: string | number }
type Extra = Pick<NonNullable<ConstructorParameters<typeof TandemError>[2]>, 'details' | 'retryAfterSeconds' | 'cause'>
type Given<R extends Reason, More> = [NamesIn<Table[R]['says']>] extends [never]
  ? [params?: Record<string, never>, extra?: More]
  : [params: ParamsOf<R>, extra?: More]

/** Creates the error for a reason. */
export function refusal<R extends OfWhole>(reason: R, ...[given, extra]: Given<R, Extra>): TandemError {
  const params = paramsIn(given)
  return new TandemError(refusals[reason].code, sentenceOf(reason, given), { ...extra, reason, params })
}

/** Creates the error for a field, in the form of a schema's errors; `details` are added to those of the field. */
export function fieldRefusal<R extends FieldReason>(
  field: string,
  reason: R,
  ...[given, extra]: Given<R, { details?: object }>
): TandemError {
  const problem = sentenceOf(reason, given)
  const params = paramsIn(given)
  const fieldReasons = { [field]: [{ reason, ...(params && { params }) }] }
  const details = { formErrors: [], fieldErrors: { [field]: [problem] }, fieldReasons, ...extra?.details }
  return new TandemError('validation', `${field}: ${problem}`, { details, reason, params })
}

/** A message with its data. */
export type Explained = Pick<TandemError, 'message' | 'reason' | 'params'>

/** Explains an act of the service itself, or why there was none. */
export function explained<R extends ServiceReason>(reason: R, ...[given]: Given<R, never>): Explained {
  return { message: sentenceOf(reason, given), reason, params: paramsIn(given) }
}

/** The sentence of a schema's own problem. */
export const schemaProblem = (reason: { [R in SchemaReason]: NamesIn<Table[R]['says']> extends never ? R : never }[SchemaReason]): string =>
  refusals[reason].says

const ofSchema = new Map<string, SchemaReason>(
  (Object.keys(refusals) as Reason[]).flatMap((reason) => (isOfSchema(reason) ? [[refusals[reason].says, reason] as const] : [])),
)

/** The reason in a schema's sentence; undefined for zod's own sentences that contain a limit. */
export const schemaReasonOf = (problem: string): SchemaReason | undefined => ofSchema.get(problem)

function isOfSchema(reason: Reason): reason is SchemaReason {
  const entry: Refusal = refusals[reason]
  return 'of' in entry && entry.of === 'schema'
}

const sentenceOf = (reason: Reason, params?: Params): string => sentenceWith(refusals[reason].says, params)
