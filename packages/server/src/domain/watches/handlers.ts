import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { watches } from '../../db/tables/boards/watches.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { deleteFrom, insertInto } from '../../db/writes.ts'
import { loadTarget } from '../../kernel/access.ts'
import type { Handlers, PrivateTargetChecks, RunOf } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type Done, done } from '../../kernel/reply.ts'
import { keyOf } from '../cards/summary.ts'

/**
 * Watches of a card: every actor who can read the card may watch it. Watches are private and do not appear in the log of the board.
 * Specification: service §4, decisions §1 and §3.
 */
const insertWatch = insertInto(watches, ['boardId', 'cardId', 'actorId', 'createdAt'], 'on conflict (card_id, actor_id) do nothing')
const deleteWatch = deleteFrom(watches, { key: ['cardId', 'actorId'] })

/** `$1` board, `$2` card. */
export const watchersOfCard = sql<{ actorId: string }>(
  'select actor_id from watches where board_id = $1 and card_id = $2 order by created_at, actor_id limit 1000',
)

const watch: RunOf<'watch.set'> = async (act, input) => {
  const { actorId, boardId, cardKey } = await visibleCard(act, input.cardId)
  // A concurrent removal of the member deletes all their watches on the board, this one too.
  await act.lockBoards([boardId])
  const held = await visibleCard(act, input.cardId)
  if (held.boardId !== boardId) throw refusal('cardMoving')
  act.send(insertWatch({ boardId, cardId: input.cardId, actorId, createdAt: act.now }))
  return auditedReply(act, { cardId: input.cardId, cardKey, boardId })
}

const unwatch: RunOf<'watch.clear'> = async (act, input) => {
  const { actorId, boardId, cardKey } = await visibleCard(act, input.cardId)
  act.send(deleteWatch({ cardId: input.cardId, actorId }))
  return auditedReply(act, { cardId: input.cardId, cardKey, boardId })
}

async function visibleCard(
  act: Reader & Pick<PrivateAct<never>, 'principal'>,
  cardId: string,
): Promise<{ actorId: string; boardId: string; cardKey: string }> {
  if (!act.principal) throw refusal('signInFirst')
  const access = { target: 'card', role: 'viewer', scope: 'boards:read' } as const
  const { boardId, keyPrefix, target } = await loadTarget(act, act.principal, access, { cardId })
  return { actorId: act.principal.actorId, boardId, cardKey: keyOf(keyPrefix, target.number) }
}

function auditedReply(act: PrivateAct<never>, detail: { cardId: string; cardKey: string; boardId: string }): Done<null> {
  act.audit({ detail })
  return done(null, detail.boardId)
}

/** Options for an act on a card of which its watchers are notified: empty when there are none, which saves a read. */
export function watcherNotices(
  card: Pick<CardFaceRow, 'watched'>,
  excerpt?: string,
  peopleOnly = false,
): { watching: { excerpt?: string; peopleOnly: boolean } } | undefined {
  return card.watched ? { watching: { ...(excerpt !== undefined && { excerpt }), peopleOnly } } : undefined
}

export const watchHandlers = { 'watch.set': { run: watch }, 'watch.clear': { run: unwatch } } satisfies Partial<Handlers>

export const watchTargetChecks = {
  'watch.set': (read, { cardId }) => visibleCard(read, cardId),
  'watch.clear': (read, { cardId }) => visibleCard(read, cardId),
} satisfies PrivateTargetChecks
