import { Archive, ArrowLeft, ArrowRight, Ellipsis, PencilLine, Settings, SquareCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListModel } from '../../live/board-model.ts'
import { useArchiveList } from '../../mutations/archive.ts'
import { useMoveList } from '../../mutations/move-list.ts'
import { IconButton } from '../../ui/button.tsx'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useBoardFrame } from './board-context.ts'
import { cardsIn } from './selection.ts'

const ListSettingsDialog = lazyPart(async () => ({
  default: (await import('./list-settings/list-settings-dialog.tsx')).ListSettingsDialog,
}))

/** `at`: its index among the lists. */
type Props = { list: ListModel; at: number; isLast: boolean; onRename: () => void }

/** What is done with a list, and its settings. */
export function ListMenu({ list, at, isLast, onRename }: Props) {
  const t = useTranslations('list')
  const { board, selection } = useBoardFrame()
  const archive = useArchiveList(board.id)
  const move = useMoveList(board.id)
  const [setting, setSetting] = useState(false)
  const trigger = <IconButton size="sm" label={t('menu', { list: list.name })} icon={<Ellipsis size={15} aria-hidden />} />
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<PencilLine size={15} aria-hidden />} onClick={onRename}>
          {t('rename')}
        </MenuItem>
        <MenuItem icon={<Settings size={15} aria-hidden />} onClick={() => setSetting(true)}>
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
      </Menu>
      {setting && (
        <LazyInFront onClose={() => setSetting(false)}>
          <ListSettingsDialog list={list} onClose={() => setSetting(false)} />
        </LazyInFront>
      )}
    </>
  )
}
