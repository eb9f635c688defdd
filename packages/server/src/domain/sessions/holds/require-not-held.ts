import { refusal } from '@tandem/contract'
import type { Mutation } from '../../../kernel/mutation.ts'
import { namedCards } from '../../relations/named-cards.ts'
import { type OnCard, onWire } from '../advance.ts'
import { type Hold, noHold } from './hold.ts'

const holdOn = (at: OnCard): Hold => at.holdOf?.(at.session) ?? noHold

/** Whether the session waits for another card. */
export function isHeld(at: OnCard): boolean {
  const { waitingFor, waitingForHidden } = holdOn(at)
  return waitingFor.length > 0 || waitingForHidden > 0
}

/** Throws conflict where the session would start on a blocked card; the message names the cards that block it. */
export function requireNotHeld(tx: Mutation<never>, at: OnCard): void {
  if (!isHeld(at)) return
  const hold = holdOn(at)
  const cards = namedCards(hold.waitingFor, hold.waitingForHidden)
  throw refusal('sessionHeld', { cards }, { details: { session: onWire(tx, at), ...hold } })
}
