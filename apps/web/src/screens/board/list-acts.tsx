import { Archive, ArrowLeft, ArrowRight, PencilLine, Settings, SquareCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ListModel } from '../../live/board-model.ts'
import { useArchiveList } from '../../mutations/archive.ts'
import { useMoveList } from '../../mutations/move-list.ts'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useBoardFrame } from './board-context.ts'
import { cardsIn } from './selection.ts'

/** `at`: its index among the lists. */
export type ListActsProps = { list: ListModel; at: number; isLast: boolean; onRename: () => void }

/** The items of the menu of a list: what is done with it, and its settings. */
export function ListActs({ list, at, isLast, onRename }: ListActsProps) {
  const t = useTranslations('list')
  const { ask, board, selection } = useBoardFrame()
  const archive = useArchiveList(board.id)
  const move = useMoveList(board.id)
  return (
    <>
      <MenuItem icon={<PencilLine size={15} aria-hidden />} onClick={onRename}>
        {t('rename')}
      </MenuItem>
      <MenuItem
        icon={<Settings size={15} aria-hidden />}
        onClick={() => void setTimeout(() => ask({ what: 'listSettings', listId: list.id }))}
      >
        {t('settings')}
      </MenuItem>
      <MenuItem icon={<ArrowLeft size={15} aria-hidden />} disabled={at === 0} onClick={() => move(list.id, at - 1)}>
        {t('moveLeft')}
      </MenuItem>
      <MenuItem icon={<ArrowRight size={15} aria-hidden />} disabled={isLast} onClick={() => move(list.id, at + 1)}>
        {t('moveRight')}
      </MenuItem>
      <MenuItem
        icon={<SquareCheck size={15} aria-hidden />}
        disabled={list.cards.length === 0}
        onClick={() => selection.set([...selection.ids(), ...cardsIn(list.id)])}
      >
        {t('selectAll')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Archive size={15} aria-hidden />} onClick={() => archive(list)}>
        {t('archive')}
      </MenuItem>
    </>
  )
}
