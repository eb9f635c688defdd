import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { cardModelOf, type ListModel } from '../../live/board-model.ts'
import { takeCard } from '../../live/board-query.ts'
import { useDraft } from '../../mutations/draft.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { useBoardFrame } from './board-context.ts'

/** Enter adds the card and leaves the field open for the next one. */
export function AddCard({ list, open, onOpen }: { list: ListModel; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTranslations('list')
  const { board, keepShown } = useBoardFrame()
  const write = useWrite()
  const [title, setTitle, putBack] = useDraft(`card.${list.id}`)
  const button = useRef<HTMLButtonElement>(null)
  const from = useRef<EventTarget | null>(null)
  const added = useRef<string | null>(null)
  const [sending, setSending] = useState<readonly string[]>([])

  const add = async () => {
    const text = title.trim()
    if (text === '') return
    setTitle('')
    setSending((now) => [...now, text])
    const done = await write('card.create', { listId: list.id, title: text }, { failed: 'create' })
    setSending((now) => now.toSpliced(now.indexOf(text), 1))
    if (!done) return putBack(text)
    keepShown(done.answer.id)
    added.current = done.answer.id
    takeCard(board.id, cardModelOf(done.answer))
  }
  /** The keyboard goes on from the card that was added last, or from where the field was opened. */
  const close = () => {
    flushSync(() => onOpen(false))
    const tile = document.querySelector<HTMLElement>(`[data-card="${added.current}"] a`)
    const before = from.current instanceof HTMLElement && from.current.isConnected ? from.current : button.current
    for (const one of [added, from]) one.current = null
    ;(tile ?? before)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }
  return (
    <div className="shrink-0 px-1.5 pb-1.5">
      {sending.map((text) => (
        <p key={text} className="mb-1.5 animate-breathe rounded-md border border-line border-dashed bg-surface px-3 py-2 text-ink-2">
          {text}
        </p>
      ))}
      {open ? (
        <form
          className="grid gap-1.5"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <TextArea
            aria-label={t('cardTitle')}
            placeholder={t('cardTitle')}
            value={title}
            maxLength={500}
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => {
              from.current ??= event.relatedTarget
            }}
            onKeyDown={onKeyDown}
          />
          <div className="flex gap-1">
            <Button type="submit" variant="primary" disabled={title.trim() === ''}>
              {t('newCard')}
            </Button>
            <Button variant="quiet" onClick={close}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <Button ref={button} variant="quiet" className="w-full justify-start" onClick={() => onOpen(true)}>
          <Plus size={15} aria-hidden /> {t('newCard')}
        </Button>
      )}
    </div>
  )
}
