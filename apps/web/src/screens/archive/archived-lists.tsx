import type { BoardOutline } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rereadBoard } from '../../live/board-query.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'
import { useBoardFrame } from '../board/board-context.ts'
import { ArchiveSection, rowClasses } from './archive-section.tsx'

/** Each comes back with the cards that went away with it. */
export function ArchivedLists({ lists }: { lists: BoardOutline['lists'] }) {
  const t = useTranslations('archive')
  const { board, mayWrite } = useBoardFrame()
  const write = useWrite()
  const [back, setBack] = useState<ReadonlySet<string>>(new Set())
  const bringBack = async ({ id: listId, name: list }: BoardOutline['lists'][number]) => {
    const show = () => {
      setBack((now) => new Set([...now, listId]))
      return () => setBack((now) => new Set([...now].filter((id) => id !== listId)))
    }
    if (!(await write('list.update', { listId, archived: false }, { failed: 'list', show }))) return
    say({ done: true, title: t('listBack', { list }) })
    rereadBoard(board.id)
  }
  return (
    <ArchiveSection title={t('lists')}>
      {lists
        .filter((list) => !back.has(list.id))
        .map((list) => (
          <li key={list.id} className={rowClasses}>
            <span className="min-w-0 flex-1 truncate font-medium">{list.name}</span>
            {list.archivedAt !== null && <Ago at={list.archivedAt} />}
            {mayWrite && (
              <Button size="sm" aria-label={t('bringBackList', { list: list.name })} onClick={() => void bringBack(list)}>
                {t('bringBack')}
              </Button>
            )}
          </li>
        ))}
    </ArchiveSection>
  )
}
