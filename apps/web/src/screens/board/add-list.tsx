import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { compare } from '../../live/board-model.ts'
import { showBoard } from '../../live/board-query.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { useCommands } from '../../shell/use-commands.ts'
import { Button } from '../../ui/button.tsx'
import { inputClasses } from '../../ui/form/field.tsx'
import { useBoardFrame } from './board-context.ts'

export function AddList({ isFirst }: { isFirst: boolean }) {
  const t = useTranslations('list')
  const { board } = useBoardFrame()
  const write = useWrite()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useCommands({
    newList() {
      flushSync(() => setOpen(true))
      field.current?.focus()
    },
  })
  const close = () => {
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  const add = async () => {
    if (name.trim() === '') return
    const done = await write('list.create', { boardId: board.id, name: name.trim() }, { failed: 'list' })
    if (!done) return
    setName('')
    const { id, rank, wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt } = done.answer
    const settings = { wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt }
    const list = { id, name: done.answer.name, rank, ...settings, cards: [] }
    showBoard(board.id, (now) =>
      now.lists.some((one) => one.id === id)
        ? now
        : { ...now, lists: [...now.lists, list].sort((one, other) => compare(one.rank, other.rank)) },
    )
  }
  if (!open && !isFirst)
    return (
      <Button
        ref={button}
        variant="quiet"
        className="order-last h-10 w-[calc(100vw-2.75rem)] shrink-0 snap-start justify-start md:w-44"
        onClick={() => setOpen(true)}
      >
        <Plus size={15} aria-hidden /> {t('add')}
      </Button>
    )
  return (
    <form
      className="order-last grid w-[calc(100vw-2.75rem)] shrink-0 snap-start gap-2 self-start rounded-lg bg-sunken p-2 md:w-[17.5rem]"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      {isFirst && <p className="px-1 pt-1 text-ink-2">{t('first')}</p>}
      <input
        ref={field}
        aria-label={t('name')}
        placeholder={t('name')}
        value={name}
        maxLength={200}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className={`${inputClasses} h-8 pointer-coarse:h-11`}
      />
      <div className="flex gap-1">
        <Button type="submit" variant="primary">
          {t('add')}
        </Button>
        {!isFirst && (
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
