import type { CardRecord } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { OfflineError, useFailureText } from '../api/failure.ts'
import { cardModelOf } from '../live/board-model.ts'
import { takeCard } from '../live/board-query.ts'
import { say } from '../ui/toasts/toast.tsx'
import { archiveAgain } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

type AddLines = (
  listId: string,
  titles: readonly string[],
  /** Called after each created card. Returns whether to continue. */
  onCard: (cardId: string, added: number) => boolean,
) => Promise<void>

/**
 * Creates a card for each title, in their order, and offers to archive them again. Stops at the first refusal, since the others would be
 * refused for the same reason.
 */
export function useAddLines(boardId: string): AddLines {
  const t = useTranslations('act')
  const failedTo = useTranslations('failed')
  const textOf = useFailureText()
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  return async (listId, titles, onCard) => {
    const added: CardRecord[] = []
    try {
      if (!navigator.onLine) throw new OfflineError()
      for (const title of titles) {
        const card = await api.call('card.create', { listId, title })
        added.push(card)
        takeCard(boardId, cardModelOf(card))
        if (!onCard(card.id, added.length)) break
      }
    } catch (failure) {
      say({ title: failedTo('create'), text: textOf(failure) })
    }
    if (added.length > 0) {
      const undo = async () => {
        const failed = await archiveAgain(boardId, added)
        return reportFailed({ boardId, failed, count: added.length, name: 'undo' })
      }
      offerUndo({ boardId, undo }, Promise.resolve({ title: t('added', { count: added.length }) }))
    }
  }
}
