import { useTranslations } from 'use-intl'
import { say } from '../ui/toast.tsx'

/** What was done on a board and can be taken back; `undo` says itself what could not be, and answers whether anything was. */
type Deed = { boardId: string; undo: () => Promise<boolean> }
/** What to say of it once it is done; nothing when nothing was. */
type Said = Promise<{ title: string; text?: string | undefined } | null>

const mostKept = 20
let deeds: readonly (Deed & { takeBack: () => void })[] = []

/** Takes back what was done last on that board, even while it is on its way; then what was done before. */
export function undoLast(boardId: string): void {
  deeds.findLast((deed) => deed.boardId === boardId)?.takeBack()
}

/** Says what was done, with a button that takes it back. Only the latest is on the screen. */
export function useOfferUndo(): (deed: Deed, said: Said) => void {
  const t = useTranslations('act')
  return (deed, said) => {
    const drop = () => {
      deeds = deeds.filter((one) => one !== kept)
    }
    const takeBack = () => {
      if (!deeds.includes(kept)) return
      drop()
      void deed.undo().then((some) => some && say({ kind: 'undo', done: true, title: t('undone') }))
    }
    const kept = { ...deed, takeBack }
    deeds = [...deeds, kept].slice(-mostKept)
    void said.then((words) => {
      if (words === null) drop()
      else if (deeds.includes(kept)) say({ kind: 'undo', done: true, ...textOf(words), action: { name: t('undo'), run: takeBack } })
    })
  }
}

const textOf = ({ title, text }: { title: string; text?: string | undefined }) => ({ title, ...(text !== undefined && { text }) })
