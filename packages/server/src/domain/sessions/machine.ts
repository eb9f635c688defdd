import type { SessionEvent, Verb } from '@tandem/contract'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'

/**
 * The states of a session: who may do which act in which state, the next state, and the event and activity that it records. Specification:
 * service §3, decisions §4.
 */
export type State = SessionRow['state']
export type Act = keyof typeof machine
export type VerbOf<A extends Act> = (typeof machine)[A]['verb']

/** `agent` is the session's own. */
type Who = 'agent' | 'human' | 'service'
type Transition = { who: Who; from: readonly State[]; to: State | 'same'; event: SessionEvent['kind']; verb: Verb }

const live = ['queued', 'working', 'awaiting_input'] as const
const running = ['queued', 'working'] as const
const ended = ['done', 'error'] as const

export const machine = {
  /** Takes the work up. */
  start: { who: 'agent', from: running, to: 'working', event: 'state_change', verb: 'agent_session.updated' },
  /** Takes the work up under a lease. */
  claim: { who: 'agent', from: ['queued'], to: 'working', event: 'state_change', verb: 'agent_session.updated' },
  /** Changes only the description of the work. */
  describe: { who: 'agent', from: live, to: 'same', event: 'state_change', verb: 'agent_session.updated' },
  /** Usage after the end of the session, or from a process that has lost its lease. */
  reportUsage: { who: 'agent', from: [...live, ...ended], to: 'same', event: 'log', verb: 'agent_session.updated' },
  progress: { who: 'agent', from: live, to: 'same', event: 'progress', verb: 'agent_session.progress' },
  log: { who: 'agent', from: live, to: 'same', event: 'log', verb: 'agent_session.log' },
  askHuman: { who: 'agent', from: running, to: 'awaiting_input', event: 'question', verb: 'agent_session.question' },
  complete: { who: 'agent', from: live, to: 'done', event: 'state_change', verb: 'agent_session.completed' },
  fail: { who: 'agent', from: live, to: 'error', event: 'state_change', verb: 'agent_session.failed' },
  answer: { who: 'human', from: ['awaiting_input'], to: 'working', event: 'answer', verb: 'agent_session.answered' },
  /** An answer to a question that is no longer open: passed on to the agent, after the end of its session too. */
  answerLate: { who: 'human', from: [...live, ...ended], to: 'same', event: 'log', verb: 'agent_session.log' },
  requestStop: { who: 'human', from: live, to: 'same', event: 'log', verb: 'agent_session.updated' },
  insistOnStop: { who: 'human', from: live, to: 'error', event: 'state_change', verb: 'agent_session.failed' },
  /** A person starts it although its card is blocked. */
  startAnyway: { who: 'human', from: ['queued'], to: 'same', event: 'log', verb: 'agent_session.updated' },
  /** The last card that it waited for is done with. */
  release: { who: 'service', from: ['queued'], to: 'same', event: 'log', verb: 'agent_session.updated' },
  /** A person gives other limits; `liftBudget` where they end the question about the old ones. */
  setBudget: { who: 'human', from: live, to: 'same', event: 'log', verb: 'agent_session.updated' },
  liftBudget: { who: 'human', from: ['awaiting_input'], to: 'working', event: 'log', verb: 'agent_session.updated' },
  warnBudget: { who: 'service', from: live, to: 'same', event: 'log', verb: 'agent_session.log' },
  askAboutBudget: { who: 'service', from: ['working'], to: 'awaiting_input', event: 'question', verb: 'agent_session.question' },
  /** The deadline of the open question has passed. */
  takeDefault: { who: 'service', from: ['awaiting_input'], to: 'working', event: 'answer', verb: 'agent_session.answered' },
  /** A mention of an agent that is at work already. */
  followUp: { who: 'service', from: live, to: 'same', event: 'log', verb: 'agent_session.log' },
  /** The agent loses the card: undelegated, removed from the board, deactivated. */
  withdraw: { who: 'service', from: live, to: 'error', event: 'state_change', verb: 'agent_session.failed' },
  /** The lease has expired: another process may claim it. */
  loseLease: { who: 'service', from: ['working'], to: 'queued', event: 'log', verb: 'agent_session.log' },
  /** The lease has expired too often: the session ends in error. */
  loseForGood: { who: 'service', from: ['working'], to: 'error', event: 'state_change', verb: 'agent_session.failed' },
  timeOut: { who: 'service', from: running, to: 'error', event: 'state_change', verb: 'agent_session.failed' },
} as const satisfies Record<string, Transition>

/** The state after `act`, or null when `act` is not allowed in `state`. */
export function nextState(state: State, act: Act): State | null {
  const { from, to }: Transition = machine[act]
  if (!from.includes(state)) return null
  return to === 'same' ? state : to
}

/** Whether the caller may do `act`. Acts of the service follow from acts that were authorised on their own. */
export function isFor(act: Act, caller: { actorId: string; kind: 'agent' | 'human' }, agentActorId: string): boolean {
  const { who } = machine[act]
  if (who === 'service') return true
  return who === 'human' ? caller.kind === 'human' : caller.actorId === agentActorId
}

export const isEnded = (state: State): boolean => state === 'done' || state === 'error'
