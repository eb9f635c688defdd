import { sql } from '../../db/database.ts'
import { roleOfPart } from '../../db/text-authors.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import type { Value } from './on-cards.ts'

/** A table shows no more of a text, and a page of 200 of them stays small. */
const longestText = 200

/** Card by card, in the order of the index of the board: a page ends without a sort. */
const readValues = sql<{
  cardId: string
  value: Value
  external: boolean
}>(`select v.card_id, ${roleOfPart('v')} = 'external' as external, case when jsonb_typeof(v.value) = 'string'
      then to_jsonb(left(v.value #>> '{}', ${longestText})) else v.value end as value
  from field_values v join cards c on c.board_id = v.board_id and c.id = v.card_id
  where v.board_id = $1 and v.field_id = $2 and c.archived_at is null and ($3::uuid is null or v.card_id > $3)
  order by v.card_id limit $4`)

/** The values of one field on the cards of a board, which the board's tree does not include. Specification: decisions §3. */
export const valuesOfField: RunOf<'field.values'> = async (read, { limit, cursor }) => {
  const { boardId, id } = read.target
  const rows = await read.rows(readValues, [boardId, id, cursor ?? null, limit + 1])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return page(
    shown.map(({ external, ...row }) => (external ? { ...row, external } : row)),
    rows.length > limit && last ? { cursor: last.cardId } : null,
  )
}
