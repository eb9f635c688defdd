import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useCalendar } from './calendar-context.ts'
import { dayOf } from './days.ts'

/** Sets a due date without dragging; an empty one takes it away. */
export function DueDialog({ card, onClose }: { card: CardModel; onClose: () => void }) {
  const t = useTranslations('views.calendar')
  const { timeZone, today, setDay } = useCalendar()
  const save = (day: string) => {
    onClose()
    setDay(card.id, day === '' ? null : day)
  }
  return (
    <Dialog open onClose={onClose} title={t('dueOf', { key: card.key })}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(String(new FormData(event.currentTarget).get('day') ?? ''))
        }}
      >
        <p className="font-medium text-md">{card.title}</p>
        <Field label={t('date')} name="day" type="date" defaultValue={card.dueAt === null ? today : dayOf(card.dueAt, timeZone)} />
        <Button type="submit" variant="primary" className="justify-self-end">
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
