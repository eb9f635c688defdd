import type { CardModel } from '../../../live/board-model.ts'
import { keptBoard } from '../../../live/board-query.ts'
import { useArchiveCards } from '../../../mutations/archive.ts'
import { type Change, changeCards, type Failed, type Item, itemsOf } from '../../../mutations/change-cards.ts'
import { useTellFailed } from '../../../mutations/report-failed.ts'
import { useBoardFrame } from '../board-context.ts'

type Act = (items: Item[], onStep: (settled: number) => void) => Promise<readonly Failed[]>
type Edit = { show: (card: CardModel) => Partial<CardModel>; send: Change['send'] }

/** One act after the other: what is chosen while one is under way waits for its turn. */
let underWay: Promise<void> = Promise.resolve()

/** An act on many cards: how far it is can be seen, and those that it failed on are what stays selected. */
export function useBulk() {
  const { board, selection } = useBoardFrame()
  const archiveCards = useArchiveCards(board.id)
  const editCards = useEditCards(board.id)

  const runNow = async (cards: readonly CardModel[], act: Act) => {
    const progress = (settled: number) => selection.setProgress({ settled, of: cards.length })
    progress(0)
    const failed = await act(itemsOf(cards.map((card) => card.id)), progress)
    selection.setProgress(null)
    if (failed.length > 0) selection.set(failed.map(({ item }) => item.cardId))
    const shown = new Set(keptBoard(board.id)?.lists.flatMap((list) => list.cards.map((card) => card.id)))
    selection.keepShown(shown)
  }
  const run = (cards: readonly CardModel[], act: Act): Promise<void> => {
    if (cards.length > 0) underWay = underWay.then(() => runNow(cards, act))
    return underWay
  }
  return {
    archive: (cards: readonly CardModel[]) => run(cards, archiveCards),
    edit: (cards: readonly CardModel[], { show, send }: Edit) =>
      run(cards, (items, onStep) => editCards(items, { send, onStep, show: new Map(cards.map((card) => [card.id, show(card)])) })),
  }
}

type EditCards = (items: readonly Item[], change: Pick<Change, 'show' | 'send' | 'onStep'>) => Promise<readonly Failed[]>

/** Changes what cards say; answers with those that stayed as they were. */
function useEditCards(boardId: string): EditCards {
  const reportFailed = useTellFailed()
  const edit: EditCards = async (items, change) => {
    const { failed } = await changeCards(items, { boardId, ...change })
    reportFailed({ boardId, failed, count: items.length, name: 'edit', retry: (again) => void edit(again, change) })
    return failed
  }
  return edit
}
