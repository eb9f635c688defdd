import { useTimeZone, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { DatePicker, dueAtOf, whenOf } from '../../../ui/date-picker.tsx'
import { focusAfterAsking } from './focus.ts'
import type { AskProps } from './questions.ts'
import { useBulk } from './use-bulk.ts'

/** One date for all cards, or none: without a time, until the last minute of the day where the person is who sets it. */
export function AskDue({ cards, anchor, onClose }: AskProps) {
  const t = useTranslations('bulk')
  const timeZone = useTimeZone() ?? 'UTC'
  const { edit } = useBulk()
  const [first] = cards
  const same = first?.dueAt != null && cards.every((card) => card.dueAt === first.dueAt) ? whenOf(first.dueAt, timeZone) : null
  const set = (dueAt: string | null) =>
    void edit(cards, {
      show: () => ({ dueAt }),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, dueAt }),
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
