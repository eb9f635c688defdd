import { useTranslations } from 'use-intl'
import type { ListModel } from '../live/board-model.ts'
import { rereadBoard, showBoard } from '../live/board-query.ts'
import { changeCards, type Failed, type Item } from './change-cards.ts'
import { restoreCards } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { nothingToRestore, useOfferUndo } from './undo.ts'
import { useWrite } from './use-write.ts'

type ArchiveCards = (items: readonly Item[], onStep?: (settled: number) => void) => Promise<readonly Failed[]>

/** Archives cards and offers to restore them. Resolves to the cards that could not be archived. */
export function useArchiveCards(boardId: string): ArchiveCards {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const archive: ArchiveCards = async (items, onStep = () => {}) => {
    const archiving = changeCards(items, {
      boardId,
      onStep,
      show: archivedNow(items),
      calls: ({ cardId }) => [{ name: 'card.update', input: { cardId, archived: true } }],
    })
    const archived = archiving.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () =>
      reportFailed({ boardId, failed: await restoreCards(boardId, await archived), count: (await archived).length, name: 'undo' })
    const words = (count: number) => ({ title: t('archived', { count }) })
    offerUndo(
      { boardId, items, archived: items.map(({ cardId }) => cardId), undo },
      archived.then(({ length: count }) => (count === 0 ? null : words(count))),
      words(items.length),
    )
    const { failed } = await archiving
    // They are on the board as before: its undo is about the others only.
    for (const { item } of failed) nothingToRestore(item.cardId)
    reportFailed({ boardId, failed, count: items.length, name: 'archive', retry: (again) => void archive(again) })
    return failed
  }
  return archive
}

function archivedNow(items: readonly Item[]): Map<string, { archivedAt: string }> {
  const archivedAt = new Date().toISOString()
  return new Map(items.map(({ cardId }) => [cardId, { archivedAt }]))
}

/** Archives a list with its cards, and offers to restore both. */
export function useArchiveList(boardId: string): (list: ListModel) => void {
  const t = useTranslations('act')
  const write = useWrite()
  const offerUndo = useOfferUndo()
  return ({ id: listId, name: list }) => {
    const show = () => showBoard(boardId, (now) => ({ ...now, lists: now.lists.filter((one) => one.id !== listId) }))
    const archiving = write('list.update', { listId, archived: true }, { failed: 'list', show })
    const undo = async () => {
      if (!(await archiving)) return false
      const back = await write('list.update', { listId, archived: false }, { failed: 'undo' })
      if (back) rereadBoard(boardId)
      return back !== null
    }
    offerUndo(
      { boardId, archived: [listId], undo },
      archiving.then((done) => done && { title: t('listArchived', { list }) }),
    )
  }
}
