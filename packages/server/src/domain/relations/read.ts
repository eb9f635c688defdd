import type { CardRelation } from '@tandem/contract'
import { byId } from '../../db/by-id.ts'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { keyOf } from '../cards/summary.ts'
import { isBlocked } from './is-blocked.ts'

/** The relations of a card, to cards that the caller can read. Specification: decisions §3. */
type Row = {
  kind: CardRelation['kind']
  direction: 'out' | 'in'
  id: string
  boardId: string
  keyPrefix: string
  number: number
  title: string
  titleExternal: boolean
  completedAt: string | null
  archivedAt: string | null
}

/** `$1` card, `$2` actor, `$3` leash or null. */
const readRelations =
  sql<Row>(`select r.kind, r.direction, c.id, c.board_id, b.key_prefix, c.number, c.title, c.title_external, c.completed_at, c.archived_at
  from (
    select kind, 'out' as direction, other_card_id as other_id, created_at from relations where card_id = $1
    union all select kind, 'in', card_id, created_at from relations where other_card_id = $1
  ) r ${byId('cards', 'r.other_id', 'c')} join boards b on b.id = c.board_id
  join members m on m.board_id = c.board_id and m.actor_id = $2
  where $3::uuid[] is null or c.board_id = any ($3) order by r.created_at, c.id limit 500`)

export async function relationsOf(reader: Reader, principal: Principal, card: Pick<CardFaceRow, 'id'>): Promise<CardRelation[]> {
  const { actorId, grant } = principal
  const rows = await reader.rows(readRelations, [card.id, actorId, grant?.leash ? [...grant.leash] : null])
  return rows.map((row) => ({
    kind: row.kind,
    direction: row.direction,
    card: {
      id: row.id,
      boardId: row.boardId,
      key: keyOf(row.keyPrefix, row.number),
      title: row.title,
      ...(row.titleExternal && { external: true }),
      completedAt: row.completedAt,
      archivedAt: row.archivedAt,
    },
  }))
}

/** `card_faces` has the same. */
const readStanding = sql<Pick<CardFaceRow, 'blocked' | 'children'>>(`select ${isBlocked('$1')} as blocked,
  (select array[count(k.completed_at)::int, count(*)::int] from relations r ${byId('cards', 'r.other_card_id', 'k')}
    where r.card_id = $1 and r.kind = 'parent' and k.archived_at is null) as children`)

/** What a card's tile shows of its relations. */
export const standingOf = async (reader: Reader, card: Pick<CardFaceRow, 'id'>) => (await reader.row(readStanding, [card.id])) ?? unrelated

/** Of a card without relations. */
export const unrelated: Pick<CardFaceRow, 'blocked' | 'children'> = { blocked: false, children: [0, 0] }
