import type { Reader } from '../../db/database.ts'
import { cardSetsOf, conditionsOf, type Resolved } from './conditions.ts'
import { newDraft } from './draft.ts'

/** The card whose key the query is, today's or a former one, when the other conditions let it through. */
export async function cardNamed(reader: Reader, of: Resolved): Promise<string | undefined> {
  const [, prefix, number] = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/.exec((of.query.q ?? '').toUpperCase()) ?? []
  if (prefix === undefined) return undefined
  const draft = newDraft()
  const unsaid = { ...of, words: [] }
  const [ofPrefix, ofNumber] = [draft.bind(prefix), draft.bind(Number(number))]
  const { statement, values } = draft.statement<{ id: string }>(`select c.id
  from (
    select n.id, 1 as place from boards b join cards n on n.board_id = b.id and n.number = ${ofNumber} where b.key_prefix = ${ofPrefix}
    union all
    select f.card_id, 2 from boards b join former_numbers f on f.board_id = b.id and f.number = ${ofNumber} where b.key_prefix = ${ofPrefix}
  ) k join cards c on c.id = k.id
  where ${conditionsOf(unsaid, draft.bind, cardSetsOf(unsaid))}
  order by k.place limit 1`)
  return (await reader.row(statement, values))?.id
}
