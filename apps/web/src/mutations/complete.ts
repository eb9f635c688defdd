import { useTranslations } from 'use-intl'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { findCard } from '../live/board-model.ts'
import { knownBoard } from '../live/board-query.ts'
import { changeCards, type Failed, type Item } from './change-cards.ts'
import { completeAgain } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { showOpenCard } from './show-open-card.ts'
import { useOfferUndo } from './undo.ts'

type CompleteCards = (items: readonly Item[], completedAt: string | null, onStep?: (settled: number) => void) => Promise<readonly Failed[]>

/** Completes cards, or reopens them with null, and offers an undo. Resolves to the cards that did not change. */
export function useCompleteCards(boardId: string): CompleteCards {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const complete: CompleteCards = async (items, completedAt, onStep = () => {}) => {
    const board = knownBoard(boardId)
    const stateOf = (cardId: string) => (board && findCard(board, cardId)) ?? queryClient.getQueryData(cardQuery(cardId).queryKey)
    const before = new Map(items.map(({ cardId }) => [cardId, stateOf(cardId)?.completedAt ?? null]))
    const takeBack = items.map(({ cardId }) => [cardId, showOpenCard(cardId, () => ({ completedAt }))] as const)
    const completing = changeCards(items, {
      boardId,
      onStep,
      show: new Map(items.map(({ cardId }) => [cardId, { completedAt }])),
      calls: ({ cardId }) => [{ name: 'card.update', input: { cardId, completedAt } }],
    })
    const completed = completing.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () =>
      reportFailed({
        boardId,
        failed: await completeAgain(boardId, before, await completed),
        count: (await completed).length,
        name: 'undo',
      })
    const words = (count: number) => ({ title: t(completedAt === null ? 'reopened' : 'completed', { count }) })
    offerUndo(
      { boardId, items, undo },
      completed.then(({ length: count }) => (count === 0 ? null : words(count))),
      words(items.length),
    )
    const { failed, withdrawn } = await completing
    const stayed = new Set([...failed.map(({ item }) => item.cardId), ...withdrawn.map(({ cardId }) => cardId)])
    for (const [cardId, back] of takeBack) if (stayed.has(cardId)) back()
    reportFailed({ boardId, failed, count: items.length, name: 'edit', retry: (again) => void complete(again, completedAt) })
    return failed
  }
  return complete
}
