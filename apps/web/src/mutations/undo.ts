import { useTranslations } from 'use-intl'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { say } from '../ui/toasts/toast.tsx'
import { unlessItWaits, withdraw } from './outbox.ts'

/**
 * An act on a board that can be undone. `undo` reports its own failures and returns whether anything was undone. Those of `items` that were
 * not sent yet, such as those that wait for the network, are withdrawn instead. `alsoOn` is a second board where it is one of the acts.
 * `archived` names the cards or the list that the act archived.
 */
type Deed = { boardId: string; items?: readonly object[]; alsoOn?: string; archived?: readonly string[]; undo: () => Promise<boolean> }
/** Without a title where the act shows by itself. */
type Words = { title?: string | undefined; text?: string | undefined }
/** The message after the act; null if nothing was changed. */
type Said = Promise<Words | null>

const mostKept = 20
let deeds: readonly (Deed & { takeBack: () => void; drop: () => void; left: Set<string>; by: string | undefined })[] = []
/** The account: a tab goes on after a sign-out, and the next account does not undo the acts of this one. */
const me = () => queryClient.getQueryData(meQuery.queryKey)?.id

/** Undoes the last act on that board, even while it is being sent; called again, the one before it. */
export function undoLast(boardId: string): void {
  deeds.findLast((deed) => deed.by === me() && (deed.boardId === boardId || deed.alsoOn === boardId))?.takeBack()
}

/** After a card or a list came back in another way: an act of which nothing is left to restore has no undo, and no message that offers one. */
export function nothingToRestore(id: string): void {
  for (const { left, drop } of deeds) if (left.delete(id) && left.size === 0) drop()
}

/**
 * Keeps an act for `undoLast`, and shows a message about it with a button that undoes it. Only the latest message is on the screen. `expected`
 * is the message if all goes well: an act that has to wait, such as for the network, shows it as soon as it waits.
 */
export function useOfferUndo(): (deed: Deed, said: Said, expected?: Words) => void {
  const t = useTranslations('act')
  return (deed, said, expected) => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const drop = () => {
      deeds = deeds.filter((one) => one !== kept)
      end()
    }
    const takeBack = () => {
      if (!deeds.includes(kept) || kept.by !== me()) return
      drop()
      withdraw(deed.items ?? [])
      void deed.undo().then((some) => some && say({ kind: 'undo', done: true, title: t('undone') }))
    }
    const kept = { ...deed, takeBack, drop, left: new Set(deed.archived), by: me() }
    deeds = [...deeds, kept].slice(-mostKept)
    let shown: Words | null = null
    const offer = (words: Words | null) => {
      if (words === null) return drop()
      const { title, text } = words
      if (!deeds.includes(kept) || (title === shown?.title && text === shown?.text)) return
      shown = words
      if (title !== undefined) say({ kind: 'undo', done: true, title, ...textOf(words), action: { name: t('undo'), run: takeBack }, over })
    }
    void said.then(offer)
    void unlessItWaits(said).then((words) => words === undefined && expected && offer(expected))
  }
}

const textOf = ({ text }: Words) => (text === undefined ? {} : { text })
