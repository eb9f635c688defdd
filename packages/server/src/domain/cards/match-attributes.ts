import type { TextAuthor } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { fieldValueFaces } from '../../db/text-authors.ts'
import type { Value } from '../fields/on-cards.ts'

/**
 * The labels and fields of a board that match those of a card from another board: by name, fields by type too. Specification: decisions §3.
 */
export type Fit = {
  labelIds: string[]
  fields: { from: string; to: string; value: Value; author: TextAuthor }[]
  /** The names of those without a match. */
  dropped: { labels: string[]; fields: string[] }
}

const labelsThere = sql<{ name: string; id: string | null }>(`select l.name, n.id from labels l
  left join labels n on n.board_id = $2 and lower(n.name) = lower(l.name) where l.id = any ($1::uuid[]) order by l.id`)
const fieldsThere = sql<{
  from: string
  name: string
  value: Value
  author: TextAuthor
  to: string | null
}>(`select f.id as from, f.name, v.value, v.author, n.id as to
  from ${fieldValueFaces} v join fields f on f.id = v.field_id
  left join fields n on n.board_id = $2 and lower(n.name) = lower(f.name) and n.type = f.type
    and (n.id = f.id or n.options is null or v.value #>> '{}' = any (n.options))
  where v.card_id = $1 order by f.id limit 200`)

/** Answers which labels and fields of a card exist on a board. */
export async function fitOn(reader: Reader, card: Pick<CardFaceRow, 'id' | 'labelIds'>, boardId: string): Promise<Fit> {
  const [labels, fields] = await Promise.all([
    reader.rows(labelsThere, [card.labelIds, boardId]),
    reader.rows(fieldsThere, [card.id, boardId]),
  ])
  return {
    labelIds: labels.flatMap((label) => label.id ?? []).toSorted(),
    fields: fields.flatMap(({ from, to, value, author }) => (to === null ? [] : { from, to, value, author })),
    dropped: {
      labels: labels.filter((label) => label.id === null).map((label) => label.name),
      fields: fields.filter((field) => field.to === null).map((field) => field.name),
    },
  }
}
