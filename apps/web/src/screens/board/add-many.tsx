import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListModel } from '../../live/board-model.ts'
import { useAddLines } from '../../mutations/add-lines.ts'
import { unlessItWaits } from '../../mutations/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useBoardFrame } from './board-context.ts'

/** Lines of the field that become cards; `asks` = the user is asked first. */
export type Many = { lines: readonly string[]; asks: boolean }
type Props = {
  list: ListModel
  many: Many
  setTitle: (title: string) => void
  putBack: (refused: string) => void
  /** The titles of the cards that are on their way, which are shown. */
  setSending: (change: (now: readonly string[]) => readonly string[]) => void
  /** Called with each new card. Returns whether to continue. */
  onCard: (cardId: string) => boolean
  /** The field is free again. */
  onEnd: () => void
}

/** Makes a card of each line. */
export function AddMany({ many: { lines, asks }, onEnd, ...more }: Props) {
  const [isAsking, setAsking] = useState(asks)
  if (!isAsking) return <Adding lines={lines} onEnd={onEnd} {...more} />
  const onOne = () => {
    onEnd()
    more.setTitle(lines.join(' '))
  }
  return <Question count={lines.length} list={more.list.name} onAll={() => setAsking(false)} onOne={onOne} onClose={onEnd} />
}

function Adding({ list, lines, ...field }: Omit<Props, 'many'> & Pick<Many, 'lines'>) {
  const t = useTranslations('list')
  const [done, setDone] = useState(0)
  const add = useAdding(list, field, setDone)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void add(lines)
  })
  const all = lines.length
  return (
    <p role="status" className="mb-1.5 flex items-center gap-2 px-3 text-ink-2 text-sm tabular-nums">
      {t('adding', { done, all })}
      <progress aria-hidden value={done} max={all} className="h-1.5 min-w-0 flex-1 accent-accent" />
    </p>
  )
}

/** The field holds the lines that are not cards yet: they survive a reload, a refusal and a stop. Those that wait have left it. */
function useAdding(
  list: ListModel,
  { setTitle, putBack, setSending, onCard, onEnd }: Omit<Props, 'list' | 'many'>,
  setDone: (done: number) => void,
): (lines: readonly string[]) => Promise<void> {
  const { board } = useBoardFrame()
  const addLines = useAddLines(board.id)
  return async (lines) => {
    let [left, isLater] = [lines, false]
    const drop = (titles: readonly string[]) => {
      for (const title of titles) setSending((now) => now.toSpliced(now.indexOf(title), 1))
    }
    setTitle(lines.join('\n'))
    const adding = addLines(list.id, lines, (cardId, done) => {
      if (isLater) drop(left.slice(0, 1))
      left = lines.slice(done)
      if (!isLater) setTitle(left.join('\n'))
      setDone(done)
      return onCard(cardId)
    })
    isLater = (await unlessItWaits(adding)) === undefined
    onEnd()
    if (!isLater) return
    setTitle('')
    setSending((now) => [...now, ...left])
    await adding
    drop(left)
    putBack(left.join('\n'))
  }
}

type QuestionProps = { count: number; list: string; onAll: () => void; onOne: () => void; onClose: () => void }

/** Confirms the creation of many cards from as many lines. */
function Question({ count, list, onAll, onOne, onClose }: QuestionProps) {
  const t = useTranslations('list')
  return (
    <Dialog title={t('addMany.title', { count })} onClose={onClose}>
      <div className="grid gap-4 p-4">
        <p className="text-md">{t('addMany.text', { count, list })}</p>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onOne}>
            {t('addMany.one')}
          </Button>
          <Button variant="primary" autoFocus onClick={onAll}>
            {t('addMany.add', { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
