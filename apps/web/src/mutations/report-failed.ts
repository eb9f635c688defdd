import { useTranslations } from 'use-intl'
import { mayPass, useFailureText } from '../api/failure.ts'
import type { Messages } from '../i18n/messages.ts'
import { findCard } from '../live/board-model.ts'
import { knownBoard } from '../live/board-query.ts'
import { say } from '../ui/toasts/toast.tsx'
import type { Failed, Item } from './change-cards.ts'

type What = {
  boardId: string
  failed: readonly Failed[]
  /** The number of cards to be changed. */
  count: number
  name: keyof Messages['failed']
  retry?: (items: Item[]) => void
}

/**
 * Reports the changes that failed, by reason with the cards concerned; temporary failures can be retried. Returns whether some changes were
 * done.
 */
export function useTellFailed(): (what: What) => boolean {
  const [t, act, failure] = [useTranslations('failed'), useTranslations('act'), useTranslations('failure')]
  const text = useFailureText()
  return ({ boardId, failed, count, name, retry }) => {
    if (failed.length === 0) return true
    const board = knownBoard(boardId)
    // The board has no key of an archived card.
    const keysOf = (those: readonly Failed[]) => those.flatMap(({ item }) => (board && findCard(board, item.cardId)?.key) ?? []).join(', ')
    const reasons = Map.groupBy(failed, (one) => text(one.failure))
    const lines = [...reasons].map(([reason, those]) => [reason, keysOf(those)].filter(Boolean).join('\n'))
    const again = failed.filter((one) => mayPass(one.failure)).map(({ item }) => item)
    // What is undone may be a card that is not in view.
    const namesCards = count > 1 || name === 'undo'
    say({
      title: count === 1 ? t(name) : act('failed', { failed: failed.length, count }),
      text: (namesCards ? lines : [...reasons.keys()]).join('\n'),
      ...(retry && again.length > 0 && { action: { name: failure('retry'), run: () => retry(again) } }),
    })
    return failed.length < count
  }
}
