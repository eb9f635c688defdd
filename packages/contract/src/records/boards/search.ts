import { z } from 'zod'
import { flag, id, priority, sessionState } from '../../fields.ts'
import { cardSummary } from './board.ts'

/** What cards can be searched by, and what a search finds. Specification: service §4, decisions §3. */
const oneOrMore = <S extends z.ZodType>(item: S) => z.union([item, z.array(item).min(1).max(50)])
const actorOrMe = z.union([z.enum(['me', 'none']), id])

const isoPoint = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const dueRange = z.string().max(80).refine(isRange, 'must be overdue, today, week, none or <ISO>..<ISO>, of which one end may be left open')

function isRange(value: string): boolean {
  const ends = value.split('..')
  return ends.length === 2 && value !== '..' && ends.every((end) => end === '' || isoPoint.safeParse(end).success)
}

const fieldCondition = z.union([z.string().max(500), z.number(), z.boolean()])

/** Conditions that a saved view keeps. Several values of one condition: any of them; several conditions: all of them. */
export const searchConditions = {
  q: z.string().trim().max(500).optional().describe('Full text over title, description and comments.'),
  listId: oneOrMore(id).optional(),
  label: oneOrMore(z.string().trim().min(1).max(200)).optional().describe('The id of a label, or its name in any case.'),
  everyLabel: flag.optional().describe('true = cards that have all of the labels; any of them when absent.'),
  assignee: oneOrMore(actorOrMe).optional().describe('An actor id, `me`, or `none` for cards without an assignee.'),
  delegatedTo: oneOrMore(actorOrMe).optional().describe('The id of an agent, `me`, or `none` for cards that are not delegated.'),
  priority: oneOrMore(priority).optional(),
  completed: flag.optional().describe('true = completed cards, false = open ones; both when absent.'),
  blocked: flag.optional().describe('true = cards that a card blocks which is neither completed nor archived; false = the others.'),
  archived: flag.optional().describe('true = archived cards only; they are left out when absent.'),
  sessionState: oneOrMore(sessionState).optional().describe('The state of the newest session on the card.'),
  due: z
    .union([z.enum(['overdue', 'today', 'week', 'none']), dueRange])
    .optional()
    .describe("In the caller's time zone, `none` for cards without a due date, or a range `<ISO>..<ISO>`."),
  field: z
    .record(id, fieldCondition)
    .refine((conditions) => Object.keys(conditions).length <= 20, 'names more than 20 fields')
    .optional()
    .describe('Custom fields by id; in a URL one parameter each: `field.<fieldId>=value`.'),
  sort: z.enum(['relevance', 'updated', 'created', 'due', 'priority']).optional().describe('relevance when there is a `q`, else updated.'),
}

/** The `field.<fieldId>` parameters of a URL gathered into the record `field`; anything else comes back as it was. */
export function gatherFieldParameters(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return parameters
  const [dotted, plain] = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const [key, value] of Object.entries(parameters)) {
    if (key.startsWith('field.')) dotted.set(key.slice('field.'.length), value)
    else plain.set(key, value)
  }
  if (dotted.size === 0) return parameters
  const given = plain.get('field')
  const named = typeof given === 'object' && given !== null ? given : {}
  return { ...Object.fromEntries(plain), field: { ...named, ...Object.fromEntries(dotted) } }
}

export const searchHit = z
  .object({
    ...cardSummary.shape,
    boardId: id,
    boardName: z.string(),
    snippet: z.string().nullable().describe('Plain text around the match; null when nothing was searched for in the text.'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHit>
