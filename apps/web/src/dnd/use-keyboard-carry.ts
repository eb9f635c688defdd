import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Slot } from '../mutations/move-cards.ts'
import { focusCard, linkOf } from './focus-card.ts'
import type { Held } from './held.ts'
import { type Direction, endOf, neighbourOf, type Order, slotOf, step } from './place.ts'

export type Carry = {
  announcement: string
  onKeyDown: (event: KeyboardEvent, cardId: string) => void
  onBlur: (cardId: string) => void
}

type Args = {
  /** As shown, and as it is without what is held. */
  order: Order
  home: Order
  held: Held
  hold: (held: Held) => void
  /** Lets go of what is held, once the board has got the move. */
  release: () => void
  disabled: boolean
  describe: (cardId: string, slot: Slot) => { title: string; list: string; place: number; count: number }
  onMove: (cardId: string, slot: Slot) => void
}

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
const ends: Record<string, 'first' | 'last'> = { Home: 'first', End: 'last' }

/**
 * Space picks a card up, arrows move it, Space or Enter drops it, Escape cancels. Without a held card, arrows move the focus over the
 * board.
 */
export function useKeyboardCarry({ order, home, held, hold, release, disabled, describe, onMove }: Args): Carry {
  const t = useTranslations('carry')
  const [announcement, announce] = useState('')
  const heldId = held?.by === 'keyboard' ? held.cardId : null
  const slot = held?.by === 'keyboard' ? held.slot : null

  // In another list the tile is another element: the focus follows it.
  useEffect(() => {
    // The list draws the focused tile wherever it is.
    if (heldId !== null && slot) linkOf(heldId)?.focus()
  }, [heldId, slot])

  const pickUp = (cardId: string) => {
    const slot = slotOf(home, cardId)
    if (!slot || disabled) return
    hold({ cardId, slot, by: 'keyboard' })
    announce(t('pickedUp', describe(cardId, slot)))
  }
  const carryOn = (cardId: string, direction: Direction) => {
    const next = step(order, cardId, direction)
    if (!next) return announce(t('edge'))
    hold({ cardId, slot: next, by: 'keyboard' })
    announce(t('moved', describe(cardId, next)))
  }
  const putDown = (cardId: string, slot: Slot) => {
    const before = slotOf(home, cardId)
    announce(t('putDown', describe(cardId, slot)))
    if (before?.listId !== slot.listId || before.belowId !== slot.belowId) onMove(cardId, slot)
    release()
  }
  const cancelDrag = (cardId: string) => {
    hold(null)
    announce(t('dragCancelled', { title: describe(cardId, slotOf(home, cardId) ?? { listId: '', belowId: null }).title }))
    requestAnimationFrame(() => focusCard(cardId))
  }

  return {
    announcement,
    onKeyDown(event, cardId) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const direction = directions[event.key]
      const end = ends[event.key]
      const carries = heldId === cardId && slot !== null
      if (direction && carries) carryOn(cardId, direction)
      else if (direction) focusCard(neighbourOf(order, cardId, direction))
      else if (end && !heldId) focusCard(endOf(order, cardId, end))
      else if (event.key === ' ' && !carries) pickUp(cardId)
      else if ((event.key === ' ' || event.key === 'Enter') && carries) putDown(cardId, slot)
      else if (event.key === 'Escape' && carries) cancelDrag(cardId)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    // A carried card that changes its list is mounted again, and loses the focus for that moment only.
    onBlur(cardId) {
      if (heldId === cardId) setTimeout(() => document.activeElement === document.body && focusCard(cardId))
    },
  }
}
