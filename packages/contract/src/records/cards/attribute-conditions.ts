import { type ZodOptional, z } from 'zod'
import {
  type AttributeKind,
  cardAttributes,
  kindOf,
  type SearchedAttribute,
  type SearchParameterOf,
  searchedAttributes,
} from '../../card-attributes.ts'
import { oneOrMore, priority } from '../../fields.ts'

const isoPoint = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const range = z.string().max(80).refine(isRange, 'must be overdue, today, week, none or <ISO>..<ISO>, of which one end may be left open')

function isRange(value: string): boolean {
  const ends = value.split('..')
  return ends.length === 2 && value !== '..' && ends.every((end) => end === '' || isoPoint.safeParse(end).success)
}

const days = z
  .union([z.enum(['overdue', 'today', 'week', 'none']), range])
  .optional()
  .describe("In the caller's time zone, `none` for cards without a due date, or a range `<ISO>..<ISO>`.")

/** How a search asks for the values of a kind; null = it cannot. */
const schemas = {
  priority: oneOrMore(priority).optional(),
  dayStart: null,
  dayEnd: days,
  number: null,
} as const satisfies Record<AttributeKind, ZodOptional | null>

/** The conditions of a search on the attributes of a card, by their parameters. */
export const attributeConditions = Object.fromEntries(
  searchedAttributes.map((name) => [cardAttributes[name].search, schemas[kindOf(name)]]),
) as { [Name in SearchedAttribute as SearchParameterOf<Name>]: (typeof schemas)[(typeof cardAttributes)[Name]['kind']] }
