import { type Change, changeCards, type Failed, type Item } from './change-cards.ts'
import { useTellFailed } from './report-failed.ts'

type EditCards = (items: readonly Item[], change: Pick<Change, 'show' | 'send' | 'onStep'>) => Promise<readonly Failed[]>

/** Changes what cards say; answers with those that stayed as they were. */
export function useEditCards(boardId: string): EditCards {
  const reportFailed = useTellFailed()
  const edit: EditCards = async (items, change) => {
    const { failed } = await changeCards(items, { boardId, ...change })
    reportFailed({ boardId, failed, count: items.length, name: 'edit', retry: (again) => void edit(again, change) })
    return failed
  }
  return edit
}
