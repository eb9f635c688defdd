import { sql } from '../../db/database.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCards } from '../cards/touch.ts'
import { mayComplete } from '../reviews/acceptance.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { boardsBlockedBy, findOnlyBlocked, recordUnblocked } from './blocked.ts'

/**
 * The progress of a card's sub-cards is recorded on its own board, in the transaction of its cause; a board may complete a card with its
 * last sub-card. Specification: beyond §4.
 */
export type Parents = { id: string; boardId: string; done: number; total: number; completes: boolean }[]
type Tx = Mutation<'card.updated' | 'card.unblocked' | 'agent_session.updated'>

/** Cards above cards: further than that nothing is completed. */
const mostLevels = 20
/** The number of parents read at once; all are recorded. */
const mostParents = 500

/** `$1` cards, `$2` the last parent that was read, or null. Above a parent that is completed with its last sub-card, its own parents too. */
const parentsOf = sql<{ id: string; boardId: string; completes: boolean }>(`with recursive above (id, board_id, completes, level) as (
    select r.card_id, r.board_id, b.complete_parents and b.archived_at is null, 1
    from relations r join boards b on b.id = r.board_id where r.other_card_id = any ($1::uuid[]) and r.kind = 'parent'
    union select r.card_id, r.board_id, b.complete_parents and b.archived_at is null and a.level < ${mostLevels}, a.level + 1
    from above a join relations r on r.other_card_id = a.id and r.kind = 'parent' join boards b on b.id = r.board_id
    where a.completes
  ) select id, board_id, bool_and(completes) as completes from above group by id, board_id
    having $2::uuid is null or id > $2 order by id limit ${mostParents}`)
const progressOf = sql<{
  id: string
  done: number
  total: number
}>(`select p.id, count(c.completed_at)::int as done, count(c.id)::int as total
  from unnest($1::uuid[]) p (id) left join relations r on r.card_id = p.id and r.kind = 'parent'
    left join cards c on c.id = r.other_card_id and c.archived_at is null
  group by p.id`)
const facesOf = sql<CardFaceRow>('select * from card_faces where id = any ($1::uuid[])')
const complete = write(
  pick(cards, ['boardId', 'id', 'completedAt', 'updatedAt']),
  (given) => `update cards set completed_at = ${given.completedAt}, version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

/**
 * The parents of these cards with their progress. Locks the boards of all cards that may change with them, so it is called before the first
 * write.
 */
export async function findParents(tx: Mutation<never>, cardIds: readonly string[]): Promise<Parents> {
  const found = await allParents(tx, cardIds)
  if (found.length === 0) return []
  const completing = found.filter(({ completes }) => completes).map(({ id }) => id)
  const blocked = completing.length === 0 ? [] : await boardsBlockedBy(tx, completing)
  tx.lockBoards([...new Set([...found.map(({ boardId }) => boardId), ...blocked])])
  return withProgress(tx, found)
}

async function allParents(tx: Mutation<never>, cardIds: readonly string[]) {
  const found = []
  for (let last: string | null = null; ; ) {
    const page: { id: string; boardId: string; completes: boolean }[] = await tx.rows(parentsOf, [[...cardIds], last])
    found.push(...page)
    if (page.length < mostParents) return found
    last = page.at(-1)?.id ?? null
  }
}

async function withProgress(tx: Mutation<never>, of: readonly Pick<Parents[number], 'id' | 'boardId' | 'completes'>[]): Promise<Parents> {
  const rows = await tx.rows(progressOf, [of.map(({ id }) => id)])
  const progress = new Map(rows.map((row) => [row.id, row]))
  return of.map(({ id, boardId, completes }) => {
    const { done, total } = progress.get(id) ?? { done: 0, total: 0 }
    return { id, boardId, completes, done, total }
  })
}

/** Records the changed progress, and completes the cards whose last sub-card was completed. */
export async function recordProgress(tx: Tx, before: Parents): Promise<void> {
  if (before.length === 0) return
  const now = await withProgress(tx, before)
  const earlier = new Map(before.map((parent) => [parent.id, parent]))
  const changed = now.filter(({ id, done, total }) => earlier.get(id)?.done !== done || earlier.get(id)?.total !== total)
  const logs = tx.lockBoards([...new Set(changed.map(({ boardId }) => boardId))])
  for (const [boardId, parents] of Map.groupBy(changed, (parent) => parent.boardId)) {
    const log = logs.get(boardId)
    if (!log) continue
    touchCards(
      log,
      parents.map(({ id }) => id),
    )
    for (const { id, done, total } of parents) {
      const was = earlier.get(id)
      log.record(
        'card.updated',
        { progress: { done, total }, previous: { progress: { done: was?.done, total: was?.total } } },
        { cardId: id },
      )
    }
  }
  const last = changed.filter(({ id, completes, done, total }) => completes && done === total && done > (earlier.get(id)?.done ?? 0))
  if (last.length > 0 && (await completeEach(tx, last, logs))) await recordProgress(tx, now)
}

/** Whether any was completed. A parent stays open if it is archived, or if its list requires a review that the caller may not give. */
async function completeEach(tx: Tx, parents: Parents, logs: Map<string, Tx>): Promise<boolean> {
  let any = false
  for (const card of await tx.rows(facesOf, [parents.map(({ id }) => id)])) {
    const log = logs.get(card.boardId)
    if (!log || card.completedAt !== null || card.archivedAt !== null || !(await mayComplete(log, card))) continue
    const onlyBlocked = card.blocks ? await findOnlyBlocked(tx, [card.id]) : []
    tx.send(complete({ boardId: card.boardId, id: card.id, completedAt: log.now, updatedAt: log.now }))
    log.record('card.updated', { completedAt: log.now, previous: { completedAt: null } }, { cardId: card.id, ...watcherNotices(card) })
    await recordUnblocked(tx, onlyBlocked)
    any = true
  }
  return any
}
