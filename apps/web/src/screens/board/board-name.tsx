import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { type Send, saveLine } from '../../mutations/texts/save-text.ts'
import { useRewriting } from '../../mutations/texts/use-rewriting.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { inputClasses } from '../../ui/form/field.tsx'
import { Overtaken } from '../../ui/text/overtaken.tsx'
import { useBoardFrame } from './board-context.ts'

/** The name of the board; for its admins a click turns it into a field. */
export function BoardName({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const { isAdmin, isArchived } = useBoardFrame()
  const [editing, setEditing] = useState(false)
  const heading = 'min-w-0 font-semibold text-lg tracking-tight'
  if (!isAdmin || isArchived) return <h1 className={`${heading} truncate`}>{board.name}</h1>
  if (editing) return <Renaming board={board} onDone={() => setEditing(false)} />
  return (
    <h1 className={heading}>
      <button
        type="button"
        data-board-name
        data-tip={t('rename')}
        onClick={() => setEditing(true)}
        className="-mx-1 block max-w-[calc(100%+0.5rem)] truncate rounded-sm px-1 hover:bg-hover"
      >
        {board.name}
      </button>
    </h1>
  )
}

function Renaming({ board, onDone }: { board: BoardModel; onDone: () => void }) {
  const t = useTranslations('board')
  const write = useWrite()
  const send: Send = async (name, ifName, refused) => {
    const show = () => showBoard(board.id, (now) => ({ ...now, name }))
    return (await write('board.update', { boardId: board.id, name, ifName }, { failed: 'board', show, refused })) !== null
  }
  const save = (text: string, base: string) => saveLine(send, 'name', { text, base })
  const { field, overtaken } = useRewriting({ kept: board.name, save, onDone, next: ['header', 'h1 button'] })
  return (
    <div className="-ml-1.5 min-w-0 flex-1">
      <input
        {...field}
        aria-label={t('name')}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        className={`${inputClasses} h-8 max-w-md px-1.5 text-lg!`}
      />
      {overtaken && <Overtaken {...overtaken} />}
    </div>
  )
}
