import type { CardRecord } from '@tandem/contract'
import { api } from '../api/client.ts'
import { changeCards, type Failed, itemsOf } from './change-cards.ts'
import { runConcurrently } from './concurrency.ts'

/**
 * Reopens the parents, on every level, that were completed automatically with the last of these sub-cards. The service completes them in
 * the same transaction, so they have its time; a parent with another time was completed by another act.
 */
export async function reopenParents(boardId: string, completed: readonly CardRecord[]): Promise<readonly Failed[]> {
  const failed: Failed[] = []
  let level = new Map(completed.map(({ id, updatedAt }) => [id, updatedAt]))
  while (level.size > 0) {
    level = await parentsCompletedWith(level)
    const { failed: refused } = await changeCards(itemsOf([...level.keys()]), {
      boardId,
      async send({ cardId, mutationId: clientMutationId }) {
        const { card } = await api.call('card.get', { cardId })
        if (card.completedAt !== level.get(cardId)) return null
        return api.call('card.update', { cardId, clientMutationId, completedAt: null, ifVersion: card.version })
      },
    })
    failed.push(...refused)
  }
  return failed
}

async function parentsCompletedWith(cards: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const parents = new Map<string, string>()
  await runConcurrently([...cards], async ([cardId, at]) => {
    const { card } = await api.call('card.get', { cardId })
    for (const { kind, direction, card: other } of card.relations)
      if (kind === 'parent' && direction === 'in' && other.completedAt === at) parents.set(other.id, at)
  })
  return parents
}
