import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { lastTouchedMs, onTouched } from '../../../live/touched.ts'
import { wholeDay } from '../../../ui/date-styles.ts'
import { useBoardFrame } from '../board-context.ts'

/** Whether unchanged cards fade. Off by default, and stored per person and board in this browser. */
const placeOf = (meId: string, boardId: string) => `tandem.ageing.${meId}.${boardId}`
const listeners = new Set<() => void>()

export const useAgeing = (meId: string, boardId: string): boolean =>
  useSyncExternalStore(onChange, () => localStorage.getItem(placeOf(meId, boardId)) === 'on')

export function setAgeing(meId: string, boardId: string, isOn: boolean): void {
  if (isOn) localStorage.setItem(placeOf(meId, boardId), 'on')
  else localStorage.removeItem(placeOf(meId, boardId))
  for (const listener of listeners) listener()
}

/** `storage` fires for changes in other tabs. */
function onChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const dayMs = 86_400_000
const steps = [7, 14, 28]

export type Age = 0 | 1 | 2 | 3

/** The apparent age of a card, from 0 to 3, and its beginning. A completed card, or one that an agent works on, does not age. */
export function useAge(card: CardModel): { age: Age; title: string | undefined } {
  const t = useTranslations('card')
  const format = useFormatter()
  const { ageing } = useBoardFrame()
  const isAt = card.session !== null && card.session.state !== 'done' && card.session.state !== 'error'
  const ages = ageing && card.completedAt === null && !isAt
  const age = useSyncExternalStore(ages ? onTouched : onNothing, () => (ages ? ageOf(lastTouchedMs(card.id)) : 0))
  const sinceMs = age === 0 ? null : lastTouchedMs(card.id)
  return {
    age,
    title: sinceMs === null ? undefined : t('unchanged', { date: format.dateTime(new Date(sinceMs), wholeDay) }),
  }
}

function ageOf(sinceMs: number | null): Age {
  if (sinceMs === null) return 0
  const days = (Date.now() - sinceMs) / dayMs
  return steps.filter((step) => days >= step).length as Age
}

const onNothing = () => () => {}
