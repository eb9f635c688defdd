import type { SessionEvent } from '@tandem/contract'
import type { SessionRow } from '../../db/rows.ts'

/**
 * The states of a session: which act may come when, who may do it, where it leads and what it leaves in the trail.
 * Specification: service §3, decisions §4.
 */
export type State = SessionRow['state']
export type Act = keyof typeof machine

type Who = 'agent' | 'human' | 'service'
type Transition = { who: Who; from: readonly State[]; to: State | 'same'; event: SessionEvent['kind'] }

const live = ['queued', 'working', 'awaiting_input'] as const
const running = ['queued', 'working'] as const

export const machine = {
  /** Takes the work up. */
  start: { who: 'agent', from: running, to: 'working', event: 'state_change' },
  /** Changes only what is said about the work. */
  describe: { who: 'agent', from: live, to: 'same', event: 'state_change' },
  progress: { who: 'agent', from: live, to: 'same', event: 'progress' },
  log: { who: 'agent', from: live, to: 'same', event: 'log' },
  askHuman: { who: 'agent', from: running, to: 'awaiting_input', event: 'question' },
  complete: { who: 'agent', from: live, to: 'done', event: 'state_change' },
  fail: { who: 'agent', from: live, to: 'error', event: 'state_change' },
  answer: { who: 'human', from: ['awaiting_input'], to: 'working', event: 'answer' },
  requestStop: { who: 'human', from: live, to: 'same', event: 'log' },
  insistOnStop: { who: 'human', from: live, to: 'error', event: 'state_change' },
  followUp: { who: 'service', from: live, to: 'same', event: 'log' },
  undelegate: { who: 'service', from: live, to: 'error', event: 'state_change' },
  timeOut: { who: 'service', from: running, to: 'error', event: 'state_change' },
} as const satisfies Record<string, Transition>

/** Where `act` leads from `state`, or null when it may not come now. */
export function nextState(state: State, act: Act): State | null {
  const { from, to }: Transition = machine[act]
  if (!from.includes(state)) return null
  return to === 'same' ? state : to
}

export const isEnded = (state: State): boolean => state === 'done' || state === 'error'
