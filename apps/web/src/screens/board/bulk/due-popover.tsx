import { type ReactElement, useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { DatePicker, dueAtOf, whenOf } from '../../../ui/date-picker.tsx'
import { useBulk } from './use-bulk.ts'

/** One date for all selected cards, or none: without a time, until the last minute of the day where the person is who sets it. */
export function DuePopover({ cards, trigger }: { cards: readonly CardModel[]; trigger: ReactElement }) {
  const t = useTranslations('bulk')
  const timeZone = useTimeZone() ?? 'UTC'
  const { edit } = useBulk()
  const [open, setOpen] = useState(false)
  const [first] = cards
  const same = first?.dueAt != null && cards.every((card) => card.dueAt === first.dueAt) ? whenOf(first.dueAt, timeZone) : null
  const set = (dueAt: string | null) =>
    void edit(cards, {
      show: () => ({ dueAt }),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, dueAt }),
    })
  return (
    <DatePicker
      trigger={trigger}
      title={t('due')}
      when={same}
      takesTime
      canClear={cards.some((card) => card.dueAt !== null)}
      open={open}
      onOpenChange={setOpen}
      onPick={(when) => set(when && dueAtOf(when, timeZone))}
    />
  )
}
