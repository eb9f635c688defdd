import { useTranslations } from 'use-intl'
import { changeList } from '../live/board-model.ts'
import { keptBoard, showBoard } from '../live/board-query.ts'
import { say } from '../ui/toasts/toast.tsx'
import { placeholderRank } from './move-cards.ts'
import { useOfferUndo } from './undo.ts'
import { useWrite } from './use-write.ts'

/**
 * Moves a list to an index among the others, counted without it, and offers an undo: back below the nearest list that preceded it, since
 * others may have moved meanwhile.
 */
export function useMoveList(boardId: string): (listId: string, to: number) => void {
  const t = useTranslations('act')
  const failure = useTranslations('failure')
  const failedTo = useTranslations('failed')
  const write = useWrite()
  const offerUndo = useOfferUndo()
  /** Resolves to its new rank. */
  const put = async (listId: string, to: number, failed: 'list' | 'undo'): Promise<string | null> => {
    const others = keptBoard(boardId)?.lists.filter((list) => list.id !== listId) ?? []
    const [left, right] = [others[to - 1], others[to]]
    const rank = placeholderRank(left?.rank, right?.rank)
    const neighbours = left ? { beforeId: left.id } : { beforeId: null, afterId: right?.id ?? null }
    const show = () => showBoard(boardId, (now) => changeList(now, listId, { rank }))
    const done = await write('list.update', { listId, ...neighbours }, { failed, show })
    if (!done) return null
    showBoard(boardId, (now) => changeList(now, listId, { rank: done.answer.rank }))
    return done.answer.rank
  }
  return (listId, to) => {
    const lists = keptBoard(boardId)?.lists ?? []
    const from = lists.findIndex((list) => list.id === listId)
    const list = lists[from]
    if (!list || from === to) return
    const above = lists
      .slice(0, from)
      .map(({ id }) => id)
      .reverse()
    const home = () => {
      const others = (keptBoard(boardId)?.lists ?? []).map(({ id }) => id).filter((id) => id !== listId)
      const neighbour = above.find((id) => others.includes(id))
      return neighbour === undefined ? 0 : others.indexOf(neighbour) + 1
    }
    const moving = put(listId, to, 'list')
    const undo = async () => {
      const rank = await moving
      const now = keptBoard(boardId)?.lists.find((one) => one.id === listId)
      if (rank === null || !now) return false
      if (now.rank === rank) return (await put(listId, home(), 'undo')) !== null
      say({ title: failedTo('undo'), text: failure('changedSince') })
      return false
    }
    offerUndo(
      { boardId, undo },
      moving.then((rank) => (rank === null ? null : { title: t('listMoved', { list: list.name }) })),
    )
  }
}
