import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { focusCard } from '../../dnd/focus-card.ts'
import { cardModelOf, type ListModel } from '../../live/board-model.ts'
import { takeCard } from '../../live/board-query.ts'
import { useAddLines } from '../../mutations/add-lines.ts'
import { useDraft } from '../../mutations/texts/draft.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { useBoardFrame } from './board-context.ts'

const AskMany = lazyPart(async () => ({ default: (await import('./ask-many.tsx')).AskMany }))

/** From this many lines on, the user is asked whether each is to be a card. */
const manyLines = 20

/** Enter adds the card and leaves the field open for the next one. Each of several pasted lines becomes a card. */
export function AddCard({ list, open, onOpen }: { list: ListModel; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useTranslations('list')
  const adding = useAdding(list)
  const { title, setTitle, progress, asking, setAsking, add, addAll } = adding
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
    if (progress) adding.stop()
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
      <Underway sending={adding.sending} progress={progress} />
      {asking && (
        <LazyInFront onClose={() => setAsking(null)}>
          <AskMany
            count={asking.length}
            list={list.name}
            onAll={() => void addAll(asking)}
            onOne={() => {
              setAsking(null)
              setTitle(asking.join(' '))
            }}
            onClose={() => setAsking(null)}
          />
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
            readOnly={progress !== null}
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => {
              from.current ??= event.relatedTarget
            }}
            onKeyDown={onKeyDown}
            onPaste={adding.onPaste}
          />
          <div className="flex gap-1">
            <Button type="submit" variant="primary" disabled={title.trim() === '' || progress !== null}>
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

type Progress = { done: number; all: number }

/** The cards that are on their way: single ones by their titles, several lines by their count. */
function Underway({ sending, progress }: { sending: readonly string[]; progress: Progress | null }) {
  const t = useTranslations('list')
  return (
    <>
      {sending.map((text) => (
        <p key={text} className="mb-1.5 animate-breathe rounded-md border border-line border-dashed bg-surface px-3 py-2 text-ink-2">
          {text}
        </p>
      ))}
      {progress && (
        <p role="status" className="mb-1.5 flex items-center gap-2 px-3 text-ink-2 text-sm tabular-nums">
          {t('adding', progress)}
          <progress aria-hidden value={progress.done} max={progress.all} className="h-1.5 min-w-0 flex-1 accent-accent" />
        </p>
      )}
    </>
  )
}

/** The text of the field, and the cards that are made of it. */
function useAdding(list: ListModel) {
  const { board, keepShown } = useBoardFrame()
  const write = useWrite()
  const [title, setTitle, putBack] = useDraft(`card.${list.id}`)
  const added = useRef<string | null>(null)
  const [sending, setSending] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<readonly string[] | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const stopped = useRef(false)
  const addLines = useAddLines(board.id)

  /** The field holds the lines that are not cards yet: they survive a reload, a refusal and a stop. */
  const addAll = async (lines: readonly string[]) => {
    setAsking(null)
    setTitle(lines.join('\n'))
    setProgress({ done: 0, all: lines.length })
    stopped.current = false
    await addLines(list.id, lines, (cardId, done) => {
      keepShown(cardId)
      added.current = cardId
      setTitle(lines.slice(done).join('\n'))
      setProgress({ done, all: lines.length })
      return !stopped.current
    })
    setProgress(null)
  }
  const add = async () => {
    const text = title.trim()
    if (text === '' || progress) return
    // Several refused lines are put back.
    const lines = linesIn(text)
    if (lines.length > 1) return addAll(lines)
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
    if (pasted.length < 2 || progress) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const all = linesIn([value.slice(0, selectionStart), pasted.join('\n'), value.slice(selectionEnd)].join(' '))
    if (all.length > manyLines) setAsking(all)
    else void addAll(all)
  }
  return {
    title,
    setTitle,
    sending,
    asking,
    setAsking,
    progress,
    add,
    addAll,
    onPaste,
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
