import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { changeList, type ListModel } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { type Send, saveLine } from '../../mutations/texts/save-text.ts'
import { useRewriting } from '../../mutations/texts/use-rewriting.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { inputClasses } from '../../ui/form/field.tsx'
import { Overtaken } from '../../ui/text/overtaken.tsx'
import { useBoardFrame } from './board-context.ts'

type Props = {
  list: ListModel
  editing: boolean
  onEditing: (editing: boolean) => void
  /** Carries the list by keyboard, where lists can be moved. */
  carry?: { onKeyDown: (event: KeyboardEvent) => void; onBlur: () => void }
}

/** A heading that becomes a field by a click or Enter. With `carry`, the list is dragged by it, and moved with space and the arrows. */
export function ListName({ list, editing, onEditing, carry }: Props) {
  const t = useTranslations('list')
  const { mayWrite } = useBoardFrame()
  if (editing) return <Renaming list={list} onDone={() => onEditing(false)} />
  if (!mayWrite) return <h2 className="min-w-0 truncate font-semibold">{list.name}</h2>
  return (
    <h2 className="min-w-0 font-semibold">
      <button
        type="button"
        data-name
        {...(carry ? { 'data-grip': true, 'aria-describedby': 'list-hint', ...carry } : { 'data-tip': t('rename') })}
        onClick={(event) => event.defaultPrevented || onEditing(true)}
        className="-ml-1 block max-w-[calc(100%+0.25rem)] select-none truncate rounded-sm px-1 hover:bg-hover pointer-coarse:py-2"
      >
        {list.name}
      </button>
    </h2>
  )
}

function Renaming({ list, onDone }: { list: ListModel; onDone: () => void }) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  const send: Send = async (name, ifName, refused) => {
    const show = () => showBoard(board.id, (now) => changeList(now, list.id, { name }))
    return (await write('list.update', { listId: list.id, name, ifName }, { failed: 'list', show, refused })) !== null
  }
  const rename = (text: string, base: string) => saveLine(send, 'name', { text, base })
  const { field, overtaken } = useRewriting({ kept: list.name, save: rename, onDone, next: ['[data-head]', '[data-name]'] })
  return (
    <div className="-ml-1.5 min-w-0 flex-1">
      <input
        {...field}
        aria-label={t('name')}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        className={`${inputClasses} h-7 px-1.5 text-base`}
      />
      {overtaken && <Overtaken {...overtaken} />}
    </div>
  )
}
