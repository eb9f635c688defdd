import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { DatePanel, whenOf } from '../../../ui/date-picker.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCalendar } from './calendar-context.ts'

/** Sets or clears a due date without dragging. The time of day stays. */
export function DueDialog({ card, onClose }: { card: CardModel; onClose: () => void }) {
  const t = useTranslations('views.calendar')
  const { timeZone, setDay } = useCalendar()
  return (
    <Dialog open onClose={onClose} title={t('dueOf', { key: card.key })}>
      <div className="grid gap-3 p-4">
        <p className="font-medium text-md">{card.title}</p>
        <DatePanel
          when={card.dueAt === null ? null : whenOf(card.dueAt, timeZone)}
          onPick={(when) => {
            onClose()
            setDay(card.id, when && when.day)
          }}
        />
      </div>
    </Dialog>
  )
}
