import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { focusCard } from '../../dnd/focus-card.ts'
import { cardModelOf, type ListModel } from '../../live/board-model.ts'
import { takeCard } from '../../live/board-query.ts'
import { useDraft } from '../../mutations/texts/draft.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import type { Many } from './add-many.tsx'
import { useBoardFrame } from './board-context.ts'

const AddMany = lazyPart(async () => ({ default: (await import('./add-many.tsx')).AddMany }))

/** From this many lines on, the user is asked whether each is to be a card. */
const manyLines = 20

/** Enter adds the card and leaves the field open for the next one. Each of several pasted lines becomes a card. */
export function AddCard({ list, open, onOpen }: { list: ListModel; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTranslations('list')
  const adding = useAdding(list)
  const { title, many, add } = adding
  const button = useRef<HTMLButtonElement>(null)
  const from = useRef<EventTarget | null>(null)

  /** Focus moves to the card that was added last, or back to where the field was opened. */
  const close = () => {
    flushSync(() => onOpen(false))
    const before = from.current instanceof HTMLElement && from.current.isConnected ? from.current : button.current
    from.current = null
    if (!focusCard(adding.takeLast())) before?.focus()
  }
  const cancel = () => {
    if (many) adding.stop()
    else close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }
  return (
    <div className="shrink-0 px-1.5 pb-1.5">
      {adding.sending.map((text, at) => (
        <p
          key={`${at} ${text}`}
          className="mb-1.5 animate-breathe rounded-md border border-line border-dashed bg-surface px-3 py-2 text-ink-2"
        >
          {text}
        </p>
      ))}
      {many && (
        <LazyInFront onClose={adding.field.onEnd}>
          <AddMany list={list} many={many} {...adding.field} />
        </LazyInFront>
      )}
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
            readOnly={many !== null}
            autoFocus
            onChange={(event) => adding.field.setTitle(event.target.value)}
            onFocus={(event) => {
              from.current ??= event.relatedTarget
            }}
            onKeyDown={onKeyDown}
            onPaste={adding.onPaste}
          />
          <div className="flex gap-1">
            <Button type="submit" variant="primary" disabled={title.trim() === '' || many !== null}>
              {t('newCard')}
            </Button>
            <Button variant="quiet" onClick={cancel}>
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

/** The text of the field, and the cards that are made of it. */
function useAdding(list: ListModel) {
  const { board, keepShown } = useBoardFrame()
  const write = useWrite()
  const [title, setTitle, putBack] = useDraft(`card.${list.id}`)
  const added = useRef<string | null>(null)
  const [sending, setSending] = useState<readonly string[]>([])
  const [many, setMany] = useState<Many | null>(null)
  const stopped = useRef(false)

  const addMany = (lines: readonly string[], asks: boolean) => {
    stopped.current = false
    // The code may not be there, and then it cannot be fetched without a network.
    if (!asks) setTitle(lines.join('\n'))
    setMany({ lines, asks })
  }
  const add = async () => {
    const text = title.trim()
    if (text === '' || many) return
    // Several refused lines are put back.
    const lines = linesIn(text)
    if (lines.length > 1) return addMany(lines, false)
    setTitle('')
    setSending((now) => [...now, text])
    const done = await write('card.create', { listId: list.id, title: text }, { failed: 'create', waits: true })
    setSending((now) => now.toSpliced(now.indexOf(text), 1))
    if (!done) return putBack(text)
    keepShown(done.answer.id)
    added.current = done.answer.id
    takeCard(board.id, cardModelOf(done.answer))
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = linesIn(event.clipboardData.getData('text/plain'))
    if (pasted.length < 2 || many) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const all = linesIn([value.slice(0, selectionStart), pasted.join('\n'), value.slice(selectionEnd)].join(' '))
    addMany(all, all.length > manyLines)
  }
  return {
    title,
    sending,
    many,
    add,
    onPaste,
    field: {
      setTitle,
      putBack,
      setSending,
      onCard(cardId: string) {
        keepShown(cardId)
        added.current = cardId
        return !stopped.current
      },
      onEnd: () => setMany(null),
    },
    /** Cards are added up to the line that is on its way. */
    stop() {
      stopped.current = true
    },
    /** Returns the card that was added last, and forgets it. */
    takeLast() {
      const cardId = added.current
      added.current = null
      return cardId
    },
  }
}

/** Splits lines and strips list marks, as in text copied from a document. */
function linesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^(?:[-*•]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)/, ''))
    .filter(Boolean)
}
