import type { Activity, CardRecord } from '@tandem/contract'
import { api } from '../api/client.ts'
import { NotUndone, newerVersionIn } from '../api/failure.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { BoardModel } from '../live/board-model.ts'
import { keptBoard } from '../live/board-query.ts'
import { changeCards, type Failed, itemsOf } from './change-cards.ts'
import { reopenParents } from './reopen-parents.ts'

/** The previous position of a card: its list, and the cards above it, from the nearest one up. */
export type Home = { cardId: string; listId: string; rank: string; above: readonly string[] }

/** The current positions of those cards, list by list from top to bottom. */
export function homesOf(board: BoardModel, cardIds: readonly string[]): Home[] {
  const wanted = new Set(cardIds)
  return board.lists.flatMap(({ id: listId, cards }) => {
    const ids = cards.map((card) => card.id)
    return cards.flatMap(({ id, rank }, at) => (wanted.has(id) ? [{ cardId: id, listId, rank, above: ids.slice(0, at).reverse() }] : []))
  })
}

/** Moves cards back to their previous positions, unless another user has moved them since. */
export async function putBack(boardId: string, homes: readonly Home[], moved: readonly CardRecord[]): Promise<readonly Failed[]> {
  const records = new Map(moved.map((card) => [card.id, card]))
  const away = new Map(homes.filter(({ cardId }) => records.has(cardId)).map((home) => [home.cardId, home]))
  const failed: Failed[] = []
  for (const [listId, those] of Map.groupBy(away.values(), (home) => home.listId)) {
    const { failed: refused } = await changeCards(itemsOf(those.map(({ cardId }) => cardId)), {
      boardId,
      show: new Map(those.map(({ cardId, rank }) => [cardId, { listId, rank }])),
      inOrder: true,
      async send({ cardId, mutationId: clientMutationId }) {
        const there = (keptBoard(boardId)?.lists.find((list) => list.id === listId)?.cards ?? [])
          .map((card) => card.id)
          .filter((id) => !away.has(id))
        const beforeId = away.get(cardId)?.above.find((id) => there.includes(id)) ?? null
        const neighbours = beforeId === null ? { beforeId, afterId: there[0] ?? null } : { beforeId }
        const card = await unlessOthersChanged(records.get(cardId), isMove, (ifVersion) =>
          api.call('card.update', { cardId, clientMutationId, listId, ...neighbours, ifVersion }),
        )
        away.delete(cardId)
        return card
      },
    })
    failed.push(...refused)
  }
  return failed
}

/** Restores archived cards: each keeps its position while it is archived. */
export async function restoreCards(boardId: string, archived: readonly CardRecord[]): Promise<readonly Failed[]> {
  const records = new Map(archived.map((card) => [card.id, card]))
  const { failed } = await changeCards(itemsOf([...records.keys()]), {
    boardId,
    send: ({ cardId, mutationId: clientMutationId }) =>
      unlessOthersChanged(records.get(cardId), isArchiving, (ifVersion) =>
        api.call('card.update', { cardId, clientMutationId, archived: false, ifVersion }),
      ),
  })
  return failed
}

/** Archives cards that were added. */
export async function archiveAgain(boardId: string, added: readonly CardRecord[]): Promise<readonly Failed[]> {
  const records = new Map(added.map((card) => [card.id, card]))
  const archivedAt = new Date().toISOString()
  const { failed } = await changeCards(itemsOf([...records.keys()]), {
    boardId,
    show: new Map([...records.keys()].map((cardId) => [cardId, { archivedAt }])),
    send: ({ cardId, mutationId: clientMutationId }) =>
      unlessOthersChanged(records.get(cardId), isOfCard, (ifVersion) =>
        api.call('card.update', { cardId, clientMutationId, archived: true, ifVersion }),
      ),
  })
  return failed
}

/** Completes or reopens cards as they were before, and reopens parents that were completed with them. */
export async function completeAgain(
  boardId: string,
  before: ReadonlyMap<string, string | null>,
  changed: readonly CardRecord[],
): Promise<readonly Failed[]> {
  const records = new Map(changed.map((card) => [card.id, card]))
  const { done, failed } = await changeCards(itemsOf([...records.keys()]), {
    boardId,
    show: new Map([...records.keys()].map((cardId) => [cardId, { completedAt: before.get(cardId) ?? null }])),
    send: ({ cardId, mutationId: clientMutationId }) =>
      unlessOthersChanged(records.get(cardId), isCompletion, (ifVersion) =>
        api.call('card.update', { cardId, clientMutationId, completedAt: before.get(cardId) ?? null, ifVersion }),
      ),
  })
  const reopened = done.flatMap((card) => (card && card.completedAt === null && records.get(card.id)) || [])
  return [...failed, ...(await reopenParents(boardId, reopened))]
}

/** Later changes of the same person do not block the undo; those of others to the same part of the card do. */
export async function unlessOthersChanged(
  card: CardRecord | undefined,
  isAbout: (activity: Activity) => boolean,
  change: (ifVersion: number | undefined) => Promise<CardRecord | null>,
): Promise<CardRecord | null> {
  try {
    return await change(card?.version)
  } catch (failure) {
    const version = newerVersionIn(failure)
    if (!card || version === null) throw failure
    const since = await api.call('card.activity', { cardId: card.id, since: card.updatedAt, limit: 200 })
    if (await isByOthers(since, isAbout)) throw failure
    return change(version)
  }
}

/**
 * The same for a change that the service has not answered with the card. `since` is the board's sequence number when the change was made:
 * what others have changed later was not seen then.
 */
export async function unlessOthersChangedSince(
  { cardId, boardId, since }: { cardId: string; boardId: string; since: number },
  isAbout: (activity: Activity) => boolean,
  change: () => Promise<CardRecord | null>,
): Promise<CardRecord | null> {
  const latest = await api.call('card.activity', { cardId, limit: 200 })
  const later = latest.filter((activity) => activity.boardId === boardId && activity.seq > since)
  if (await isByOthers(later, isAbout)) throw new NotUndone('changedSince')
  return change()
}

async function isByOthers(activities: readonly Activity[], isAbout: (activity: Activity) => boolean): Promise<boolean> {
  const me = await queryClient.ensureQueryData(meQuery)
  return activities.some((activity) => activity.actorId !== me.id && isAbout(activity))
}

const isOfCard = ({ verb }: Activity) => verb.startsWith('card.')
const isMove = ({ verb }: Activity) => verb === 'card.moved'
const isArchiving = ({ verb }: Activity) => verb === 'card.archived' || verb === 'card.unarchived'
const isCompletion = ({ verb, payload }: Activity) => verb === 'card.updated' && 'completedAt' in payload
