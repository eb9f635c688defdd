import { useTimeZone, useTranslations } from 'use-intl'
import { DatePicker, dueAtOf, whenOf } from '../../../ui/date-picker.tsx'
import { focusAfterAsking } from './focus.ts'
import type { AskProps } from './questions.ts'
import { useBulk } from './use-bulk.ts'

/** One date for all cards, or none. Without a time, the last minute of the day in the user's time zone. */
export function AskDue({ cards, anchor, onClose }: AskProps) {
  const t = useTranslations('bulk')
  const timeZone = useTimeZone() ?? 'UTC'
  const { edit } = useBulk()
  const [first] = cards
  const same = first?.dueAt != null && cards.every((card) => card.dueAt === first.dueAt) ? whenOf(first.dueAt, timeZone) : null
  const set = (dueAt: string | null) =>
    void edit(cards, {
      show: () => ({ dueAt }),
      calls: ({ cardId }) => [{ name: 'card.update', input: { cardId, dueAt } }],
      done: 'dueChanged',
    })
  return (
    <DatePicker
      anchor={anchor}
      title={t('due')}
      when={same}
      takesTime
      canClear={cards.some((card) => card.dueAt !== null)}
      open
      onOpenChange={(open) => !open && onClose()}
      focusAfter={() => focusAfterAsking(anchor)}
      onPick={(when) => set(when && dueAtOf(when, timeZone))}
    />
  )
}
