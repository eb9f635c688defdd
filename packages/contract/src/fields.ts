import { z } from 'zod'
import { priorities } from './card-attributes.ts'
import { listCategories, wipPolicies } from './list-categories.ts'
import { schemaProblem } from './refusals.ts'

/** Field types that inputs and outputs share. `z.guid()` rather than `z.uuid()`: ids of other versions are ids too. */
export const id = z
  .guid()
  .transform((value) => value.toLowerCase())
  .pipe(z.string())
  .meta({ type: 'string', format: 'uuid' })
export const timestamp = z.iso.datetime().meta({ description: 'UTC, YYYY-MM-DDTHH:mm:ss.sssZ' })

/** SHA-256 in lower-case hex. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** A moment given by a caller, with any offset; stored as UTC with milliseconds. The database has no year 0. */
export const timestampInput = z.iso
  .datetime({ offset: true, message: schemaProblem('noDate') })
  .transform((value) => new Date(value).toISOString())
  .pipe(z.string().regex(/^(?!0000)\d{4}-/, schemaProblem('yearBeyond')))
  .meta({ type: 'string', format: 'date-time' })

const flags = new Map<unknown, boolean>([
  ...([true, '', '1', 'true'] as const).map((set) => [set, true] as const),
  ...([false, '0', 'false'] as const).map((unset) => [unset, false] as const),
])

/** A flag in a query: set when present with no value, `1` or `true`. */
export const flag = z
  .union([z.boolean(), z.string()], 'must be true or false')
  .refine((value) => flags.has(value), 'must be true or false')
  .transform((value) => flags.get(value) === true)
  .meta({ type: 'boolean' })

/** A whole number above 0 in a query, written in digits alone; `limit` and the like. */
const positiveInQuery = z
  .union([z.number(), z.string().regex(/^\d+$/)], 'must be a positive whole number')
  .transform(Number)
  .refine((value) => value >= 1 && (Number.isInteger(value) || value === Infinity), 'must be a positive whole number')

/** Ten places, each of an activity and the card that it counts for. */
export const newsCursor = z.string().max(800).describe('The cursor of the news that you have handled.')

const upTo200 = positiveInQuery.transform((value) => Math.min(value, 200))

/** Page size: 50 when absent, taken as 200 above 200. */
export const limit = upTo200.default(50).meta({ type: 'integer', minimum: 1, maximum: 200, default: 50 })

/** How many of each are shown: all when absent, taken as 200 above 200. */
export const firstOfEach = upTo200.optional().meta({ type: 'integer', minimum: 1, maximum: 200 })

/** A place in a log, by its number. */
export const seqInQuery = positiveInQuery
  .refine((value) => value <= 2_147_483_647, 'must be at most 2147483647')
  .meta({ type: 'integer', minimum: 1, maximum: 2_147_483_647 })

export const name = z.string().trim().min(1).max(200)
export const markdown = z.string().max(100_000)

/** A link given by a caller: http or https only. */
export const httpUrl = z.url({ protocol: /^https?$/, message: schemaProblem('addressNone') }).max(2_048)

/** The color of a label or a list. */
export const colorShape = /^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z][a-z_-]{0,30})$/
export const color = z
  .string()
  .regex(colorShape, 'must be a color name such as red, or #rgb or #rrggbb')
  .describe('A name such as `red`, or `#rrggbb`.')

export const role = z.enum(['viewer', 'member', 'admin'])
export const priority = z.enum(priorities)

/** A condition with up to 50 values, of which any may fit. */
export const oneOrMore = <S extends z.ZodType>(item: S) => z.union([item, z.array(item).min(1).max(50)])
export const listCategory = z.enum(listCategories).describe('What the list is for: insights, rules and agents use it instead of the name.')
export const wipPolicy = z
  .enum(wipPolicies)
  .describe('Who can no longer move or add cards here, or start work here, once wipLimit is reached: warn = no restriction, agents, all.')
export const sessionState = z.enum(['queued', 'working', 'awaiting_input', 'done', 'error'])
export const ifVersion = z.int().min(1).optional().describe('Refused with 409 if the version has changed.')
/** The text that the edit began from: unlike `ifVersion` it ignores other changes of the same record. */
export const ifText = z
  .string()
  .max(100_000)
  .optional()
  .describe('The text that you read. If it has changed since, the request is refused with 409, and details.current has the current text.')
/** A limit of concurrent sessions. */
export const mostSessions = z
  .int()
  .min(1)
  .max(1_000)
  .nullable()
  .describe('How many sessions can work at once; others stay queued. Null = no limit.')
const params = z.record(z.string(), z.union([z.string(), z.number()])).describe('The values in the message.')
/** The data of a message whose text is English. */
export const why = { reason: z.string().optional().describe('The message as a code.'), params: params.optional() }
/** The data of several messages. */
export const explanation = z
  .object({ reason: z.string().describe('The message as a code.'), params: params.optional() })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof explanation>
/** A neighbour in an order: absent = unspecified, null = the open end. */
export const neighbour = id.nullable().optional()
