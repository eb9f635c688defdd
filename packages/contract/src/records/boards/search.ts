import { z } from 'zod'
import { flag, id, oneOrMore, sessionState } from '../../fields.ts'
import { attributeConditions } from '../cards/attribute-conditions.ts'
import { cardSummary } from './board.ts'

/** The filters and the results of a search for cards. Specification: service §4, decisions §3. */
const actorOrMe = z.union([z.enum(['me', 'none']), id])

const fieldCondition = z.union([z.string().max(500), z.number(), z.boolean()])

/** The conditions of a saved view. Several values of one condition: any of them; several conditions: all of them. */
export const searchConditions = {
  q: z.string().trim().max(500).optional().describe('Full-text search in title, description and comments.'),
  listId: oneOrMore(id).optional(),
  label: oneOrMore(z.string().trim().min(1).max(200)).optional().describe('The id of a label, or its name, ignoring case.'),
  everyLabel: flag.optional().describe('true = cards with all of the labels; absent = with any of them.'),
  assignee: oneOrMore(actorOrMe).optional().describe('An actor id, `me`, or `none` for cards without an assignee.'),
  delegatedTo: oneOrMore(actorOrMe).optional().describe('The id of an agent, `me`, or `none` for cards that are not delegated.'),
  ...attributeConditions,
  completed: flag.optional().describe('true = completed cards, false = open ones; both when absent.'),
  blocked: flag.optional().describe('true = cards blocked by a card that is neither completed nor archived; false = the others.'),
  archived: flag.optional().describe('true = only archived cards; absent = no archived cards.'),
  sessionState: oneOrMore(sessionState).optional().describe('The state of the newest session on the card.'),
  field: z
    .record(id, fieldCondition)
    .refine((conditions) => Object.keys(conditions).length <= 20, 'names more than 20 fields')
    .optional()
    .describe('Custom fields by id; in a URL, one parameter each: `field.<fieldId>=value`.'),
  sort: z
    .enum(['relevance', 'updated', 'created', 'due', 'priority'])
    .optional()
    .describe('When absent: relevance if there is a `q`, otherwise updated.'),
}

/** Collects the `field.<fieldId>` parameters of a URL into the record `field`; other input is returned unchanged. */
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
    snippet: z.string().nullable().describe('Plain text around the match; null if there was no text search.'),
    snippetExternal: z.literal(true).optional().describe('The snippet is from a text from outside the board.'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHit>
