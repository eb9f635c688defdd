import { useTranslations } from 'use-intl'
import type { ListModel } from '../live/board-model.ts'
import { rereadBoard, showBoard } from '../live/board-query.ts'
import { useOfferUndo } from './undo.ts'
import { useWrite } from './use-write.ts'

/** Archives a list with its cards, and offers to restore it with them. */
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
      { boardId, undo },
      archiving.then((done) => done && { title: t('listArchived', { list }) }),
    )
  }
}
