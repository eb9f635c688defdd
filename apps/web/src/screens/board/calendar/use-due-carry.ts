import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { addDays } from '../../../ui/days.ts'

type Held = { cardId: string; day: string } | null
export type DueCarry = {
  held: Held
  announcement: string
  onKeyDown: (event: KeyboardEvent, card: CardModel) => void
  onBlur: (cardId: string) => void
}

type Args = {
  today: string
  mayWrite: boolean
  /** The due day of a card, also while it is dragged. */
  homeOf: (card: CardModel) => string | null
  /** A day in words. */
  nameOf: (day: string) => string
  /** Scrolls the month of the day into view. */
  show: (day: string) => void
  onDrop: (cardId: string, day: string) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const walks: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Space picks a card up, arrows move it by days and weeks, Space or Enter drops it, Escape cancels. Otherwise arrows move from card to
 * card.
 */
export function useDueCarry({ today, mayWrite, homeOf, nameOf, show, onDrop }: Args): DueCarry {
  const t = useTranslations('views.calendar')
  const [held, hold] = useState<Held>(null)
  const [announcement, announce] = useState('')

  // On another day it is another element: the focus follows it.
  useEffect(() => {
    if (held) linkOf(held.cardId)?.focus()
  }, [held])

  const pickUp = ({ id, title }: CardModel, day: string | null) => {
    hold({ cardId: id, day: day ?? today })
    if (day === null) show(today)
    announce(t('pickedUp', { title, day: nameOf(day ?? today) }))
  }
  const carryTo = ({ id, title }: CardModel, day: string) => {
    hold({ cardId: id, day })
    show(day)
    announce(t('carried', { title, day: nameOf(day) }))
  }
  const putDown = ({ id, title }: CardModel, day: string, before: string | null) => {
    if (day !== before) onDrop(id, day)
    announce(t('putDown', { title, day: nameOf(day) }))
    // One step later, when the board has got the change.
    setTimeout(() => {
      // A card that was picked up meanwhile stays held.
      hold((now) => (now?.cardId === id ? null : now))
      requestAnimationFrame(() => document.activeElement === document.body && linkOf(id)?.focus())
    })
  }
  const cancelDrag = ({ id, title }: CardModel, day: string | null) => {
    hold(null)
    if (day !== null) show(day)
    announce(t('dragCancelled', { title }))
    requestAnimationFrame(() => linkOf(id)?.focus())
  }

  return {
    held,
    announcement,
    onKeyDown(event, card) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const day = homeOf(card)
      const carried = held?.cardId === card.id ? held.day : null
      const step = steps[event.key]
      const drops = event.key === ' ' || event.key === 'Enter'
      if (carried !== null && step !== undefined) carryTo(card, addDays(carried, step))
      else if (carried !== null && drops) putDown(card, carried, day)
      else if (carried !== null && event.key === 'Escape') cancelDrag(card, day)
      else if (step !== undefined) walk(event.target, walks[event.key] ?? 0)
      else if (event.key === ' ' && mayWrite) pickUp(card, day)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    // A carried card that changes its day is mounted again, and loses the focus for that moment only.
    onBlur(cardId) {
      if (held?.cardId === cardId) setTimeout(() => document.activeElement === document.body && linkOf(cardId)?.focus())
    },
  }
}

const linkOf = (cardId: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-card="${cardId}"] a`)

function walk(from: EventTarget, step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-calendar] [data-card] a')]
  links[links.findIndex((link) => link === from) + step]?.focus()
}
