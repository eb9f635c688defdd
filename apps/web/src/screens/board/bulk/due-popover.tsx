import { type ReactElement, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import type { CardModel } from '../../../live/board-model.ts'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useBulk } from './use-bulk.ts'

/** One date for all selected cards, or none: until the last minute of the day where the person is who sets it. */
export function DuePopover({ cards, trigger }: { cards: readonly CardModel[]; trigger: ReactElement }) {
  const t = useTranslations('bulk')
  const { edit } = useBulk()
  const [open, setOpen] = useState(false)
  const set = (dueAt: string | null) => {
    setOpen(false)
    void edit(cards, {
      show: () => ({ dueAt }),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, dueAt }),
    })
  }
  return (
    <Popover trigger={trigger} title={t('due')} open={open} onOpenChange={setOpen}>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const day = String(new FormData(event.currentTarget).get('day') ?? '')
          if (day !== '') set(new Date(`${day}T23:59:00`).toISOString())
        }}
      >
        <input type="date" name="day" aria-label={t('day')} required className={`${inputClasses} h-8 pointer-coarse:h-11`} />
        <div className="flex gap-1">
          <Button type="submit" size="sm" variant="primary">
            {t('setDue')}
          </Button>
          <Button size="sm" variant="quiet" disabled={cards.every((card) => card.dueAt === null)} onClick={() => set(null)}>
            {t('noDue')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
