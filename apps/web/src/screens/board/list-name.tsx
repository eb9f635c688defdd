import { useTranslations } from 'use-intl'
import { useWrite } from '../../act/use-write.ts'
import { changeList, type ListModel } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { inputLook } from '../../ui/field.tsx'
import { focusAfter } from '../../ui/focus-after.ts'
import { useBoardFrame } from './board-context.ts'

type Props = { list: ListModel; editing: boolean; onEditing: (editing: boolean) => void }

/** A heading that turns into a field. */
export function ListName({ list, editing, onEditing }: Props) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  const save = async (text: string) => {
    onEditing(false)
    const name = text.trim()
    if (name === '' || name === list.name) return
    await write(
      'list.update',
      { listId: list.id, name },
      { failed: 'list', show: () => showBoard(board.id, (now) => changeList(now, list.id, { name })) },
    )
  }
  if (!editing) return <h2 className="min-w-0 truncate font-semibold">{list.name}</h2>
  return (
    <input
      aria-label={t('name')}
      defaultValue={list.name}
      maxLength={200}
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => void save(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        focusAfter(event.currentTarget, '[data-list]', '[aria-haspopup]')
        if (event.key === 'Enter') event.currentTarget.blur()
        else onEditing(false)
      }}
      className={`${inputLook} -ml-1.5 h-7 min-w-0 flex-1 px-1.5 text-base`}
    />
  )
}
