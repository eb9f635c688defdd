import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { findCard } from '../live/board-model.ts'
import { keptBoard } from '../live/board-query.ts'
import { changeCards, type Failed, type Item } from './change-cards.ts'
import { showOpenCard } from './edit-card.ts'
import { completeAgain } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

type CompleteCards = (items: readonly Item[], completedAt: string | null, onStep?: (settled: number) => void) => Promise<readonly Failed[]>

/** Completes cards, or reopens them with null, and offers to take it back; answers with those that stayed as they were. */
export function useCompleteCards(boardId: string): CompleteCards {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const complete: CompleteCards = async (items, completedAt, onStep = () => {}) => {
    const board = keptBoard(boardId)
    const before = new Map(items.map(({ cardId }) => [cardId, (board && findCard(board, cardId))?.completedAt ?? null]))
    const takeBack = items.map(({ cardId }) => [cardId, showOpenCard(cardId, () => ({ completedAt }))] as const)
    const completing = changeCards(items, {
      boardId,
      onStep,
      show: new Map(items.map(({ cardId }) => [cardId, { completedAt }])),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, completedAt }),
    })
    const completed = completing.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () =>
      reportFailed({
        boardId,
        failed: await completeAgain(boardId, before, await completed),
        count: (await completed).length,
        name: 'undo',
      })
    offerUndo(
      { boardId, undo },
      completed.then(({ length: count }) =>
        count === 0 ? null : { title: t(completedAt === null ? 'reopened' : 'completed', { count }) },
      ),
    )
    const { failed } = await completing
    for (const [cardId, back] of takeBack) if (failed.some(({ item }) => item.cardId === cardId)) back()
    reportFailed({ boardId, failed, count: items.length, name: 'edit', retry: (again) => void complete(again, completedAt) })
    return failed
  }
  return complete
}
