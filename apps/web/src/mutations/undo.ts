import { useTranslations } from 'use-intl'
import { say } from '../ui/toasts/toast.tsx'
import { withdraw } from './outbox.ts'

/**
 * An act on a board that can be undone. `undo` reports its own failures and returns whether anything was undone. Those of `items` that were
 * not sent yet, such as those that wait for the network, are withdrawn instead.
 */
type Deed = { boardId: string; items?: readonly object[]; undo: () => Promise<boolean> }
/** The message after the act, which has no title where the act shows by itself; null if nothing was changed. */
type Said = Promise<{ title?: string | undefined; text?: string | undefined } | null>

const mostKept = 20
let deeds: readonly (Deed & { takeBack: () => void })[] = []

/** Undoes the last act on that board, even while it is being sent; called again, the one before it. */
export function undoLast(boardId: string): void {
  deeds.findLast((deed) => deed.boardId === boardId)?.takeBack()
}

/** Keeps an act for `undoLast`, and shows a message about it with a button that undoes it. Only the latest message is on the screen. */
export function useOfferUndo(): (deed: Deed, said: Said) => void {
  const t = useTranslations('act')
  return (deed, said) => {
    const drop = () => {
      deeds = deeds.filter((one) => one !== kept)
    }
    const takeBack = () => {
      if (!deeds.includes(kept)) return
      drop()
      withdraw(deed.items ?? [])
      void deed.undo().then((some) => some && say({ kind: 'undo', done: true, title: t('undone') }))
    }
    const kept = { ...deed, takeBack }
    deeds = [...deeds, kept].slice(-mostKept)
    void said.then((words) => {
      if (words === null) drop()
      else if (words.title !== undefined && deeds.includes(kept))
        say({ kind: 'undo', done: true, title: words.title, ...textOf(words), action: { name: t('undo'), run: takeBack } })
    })
  }
}

const textOf = ({ text }: { text?: string | undefined }) => (text === undefined ? {} : { text })
