import type { CardRecord } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../api/failure.ts'
import { cardModelOf } from '../live/board-model.ts'
import { takeCard } from '../live/board-query.ts'
import { say } from '../ui/toasts/toast.tsx'
import { sendCall } from './kept-changes.ts'
import { sendInOrder, Withdrawn } from './outbox.ts'
import { archiveAgain } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

type AddLines = (
  listId: string,
  titles: readonly string[],
  /** Called after each created card. Returns whether to continue. */
  onCard: (cardId: string, added: number) => boolean,
) => Promise<number>

/**
 * Creates a card for each title, in their order, and offers to archive them again. Stops at the first refusal, since the others would be
 * refused for the same reason. Without a network they wait. Resolves to the number of cards that were
 * created.
 */
export function useAddLines(boardId: string): AddLines {
  const t = useTranslations('act')
  const failedTo = useTranslations('failed')
  const textOf = useFailureText()
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  return async (listId, titles, onCard) => {
    const calls = titles.map((title) => ({ name: 'card.create', input: { listId, title, clientMutationId: crypto.randomUUID() } }) as const)
    const added: CardRecord[] = []
    let isUndone = false
    /** Called again after an outage: goes on with the first one that has no answer. */
    const send = async () => {
      for (const call of calls.slice(added.length)) {
        const card = await sendCall(call)
        added.push(card)
        takeCard(boardId, cardModelOf(card))
        if (!onCard(card.id, added.length) || isUndone) return
      }
    }
    const item = {}
    const adding = sendInOrder(send, calls, item).catch((failure: unknown) => {
      if (!(failure instanceof Withdrawn)) say({ title: failedTo('create'), text: textOf(failure) })
    })
    const undo = async () => {
      isUndone = true
      await adding
      const failed = await archiveAgain(boardId, added)
      return reportFailed({ boardId, failed, count: added.length, name: 'undo' })
    }
    const words = (count: number) => ({ title: t('added', { count }) })
    offerUndo(
      { boardId, items: [item], undo },
      adding.then(() => (added.length === 0 ? null : words(added.length))),
      words(titles.length),
    )
    await adding
    return added.length
  }
}
