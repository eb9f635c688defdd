import type { Card } from '@tandem/contract'
import { useNow, useTranslations } from 'use-intl'
import { useOpenCard } from './card-context.ts'
import { dayOf } from './day.ts'
import { DayInput } from './day-input.tsx'

/** A card is due on a day: until its last minute where the person is who sets it. */
export function DueDate() {
  const t = useTranslations('card')
  const { card, edit, mayWrite } = useOpenCard()
  const now = useNow({ updateInterval: 60_000 })
  const late = card.dueAt !== null && card.completedAt === null && new Date(card.dueAt) < now
  return (
    <DayInput
      label={t('due')}
      clearLabel={t('noDue')}
      day={card.dueAt === null ? '' : dayOf(card.dueAt)}
      keep={(day) => {
        const dueAt = day === '' ? null : endOf(day)
        return edit('card.update', { input: { cardId: card.id, dueAt }, shown: () => ({ dueAt }), tile: { dueAt } })
      }}
      disabled={!mayWrite}
      late={late}
    />
  )
}

/** From its first minute on. */
export function StartDate() {
  const t = useTranslations('details.card')
  const { card, edit, mayWrite } = useOpenCard()
  return (
    <DayInput
      label={t('start')}
      clearLabel={t('noStart')}
      day={card.startAt === null ? '' : dayOf(card.startAt)}
      keep={(day) => {
        const startAt: Card['startAt'] = day === '' ? null : new Date(`${day}T00:00:00`).toISOString()
        return edit('card.update', { input: { cardId: card.id, startAt }, shown: () => ({ startAt }), tile: { startAt } })
      }}
      disabled={!mayWrite}
    />
  )
}

const endOf = (day: string): string => new Date(`${day}T23:59:00`).toISOString()
