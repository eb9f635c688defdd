import { fieldRefusal } from '@tandem/contract'
import { z } from 'zod'

/**
 * The position at which a page ended. The next page starts after the sort value and the id of the last card. So a card whose sort value
 * does not change is neither missed nor repeated when other cards change. Relevance orders a fixed range of cards by a vocabulary of a
 * fixed time.
 */
const id = z.guid()
const ranked = z.tuple([z.boolean(), z.int().min(0).max(2_147_483_647)])
const last = z.object({
  /** Null = no due date. The database has no year 0. */
  value: z.union([z.iso.datetime().refine((time) => !time.startsWith('0000')), z.int().min(0).max(10), ranked, z.null()]),
  id,
  /** The newest and the oldest card that are ranked. */
  among: z.tuple([id, id]).optional(),
})
const point = z.object({
  sort: z.enum(['relevance', 'updated', 'created', 'due', 'priority']),
  /** The last card shown; absent when only the named one was. */
  last: last.optional(),
  /** The card that the query named by its key: it was shown first. */
  named: id.optional(),
  /** How far the vocabulary had come. */
  mark: z.int().min(0).optional(),
})
export type Last = z.infer<typeof last>
export type Point = z.infer<typeof point>

export const cursorAt = (at: Point): string => Buffer.from(JSON.stringify(at)).toString('base64url')

/** Throws a 400 when the cursor did not come from a search in this order. */
export function pointAt(cursor: string, sort: Point['sort']): Point {
  const parsed = point.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data.sort === sort && fits(parsed.data.last, sort)) return parsed.data
  throw fieldRefusal('cursor', 'searchCursor')
}

const fits = (last: Last | undefined, sort: Point['sort']): boolean =>
  last === undefined ||
  (kindOf(last.value) === kindOfSort[sort] && (last.value !== null || sort === 'due') && (sort !== 'relevance' || last.among !== undefined))

const kindOfSort = { relevance: 'rank', updated: 'time', created: 'time', due: 'time', priority: 'number' } as const

function kindOf(value: Last['value']): 'rank' | 'time' | 'number' {
  if (Array.isArray(value)) return 'rank'
  return typeof value === 'number' ? 'number' : 'time'
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
