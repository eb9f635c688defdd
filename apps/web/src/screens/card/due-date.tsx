import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useOpenCard } from './card-context.ts'

/** A card is due on a day: until its last minute where the person is who sets it. */
export function DueDate() {
  const t = useTranslations('card')
  const { card, edit, mayWrite } = useOpenCard()
  const set = (dueAt: string | null) =>
    void edit('card.update', { input: { cardId: card.id, dueAt }, shown: () => ({ dueAt }), tile: { dueAt } })
  return (
    <div className="flex items-center">
      <input
        type="date"
        aria-label={t('due')}
        disabled={!mayWrite}
        value={card.dueAt === null ? '' : dayOf(card.dueAt)}
        onChange={(event) => set(event.target.value === '' ? null : endOf(event.target.value))}
        className={classes(
          'min-h-8 min-w-0 flex-1 rounded-md bg-transparent px-2 hover:bg-hover pointer-coarse:min-h-11',
          card.dueAt === null && 'text-ink-3',
        )}
      />
      {card.dueAt !== null && mayWrite && (
        <IconButton size="sm" label={t('noDue')} icon={<X size={14} aria-hidden />} onClick={() => set(null)} />
      )}
    </div>
  )
}

function dayOf(at: string): string {
  const date = new Date(at)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

const endOf = (day: string): string => new Date(`${day}T23:59:00`).toISOString()
