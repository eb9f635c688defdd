import type { Session } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import { z } from 'zod'
import { context as aside, nameOf, type SeenCard, section } from './card.ts'
import type { Message } from './slack.ts'
import { escaped, quotedForSlack } from './text.ts'

/**
 * The state of a session, collected from its activities: a plugin's token cannot read sessions. The latest value of each attribute counts,
 * by activity id, because activities may arrive in any order.
 */
const facts = z.record(z.string(), z.object({ at: z.string(), value: z.unknown() }))
type Facts = z.infer<typeof facts>

const attributes = ['agentActorId', 'state', 'statusText', 'note', 'plan', 'summary', 'reason'] as const

/** `at` is the id of the activity, or of the session's event, that says so. */
export async function learnOfSession(sessionId: string, at: string, said: Record<string, unknown>, { store }: Context): Promise<Facts> {
  const known: Facts = { ...facts.safeParse(store.get(`session ${sessionId}`)).data }
  for (const attribute of attributes) {
    const value = said[attribute]
    if (value === undefined || (known[attribute]?.at ?? '') > at) continue
    known[attribute] = { at, value: typeof value === 'string' ? value.slice(0, 3_000) : value }
  }
  await store.set(`session ${sessionId}`, known)
  return known
}

const signs: Readonly<Record<Session['state'], [sign: string, words: string]>> = {
  queued: ['⏳', 'was asked to work on this'],
  working: ['🛠️', 'is working on this'],
  awaiting_input: ['❓', 'is waiting for an answer'],
  done: ['✅', 'has finished'],
  error: ['⚠️', 'could not finish'],
}
const canceled = ['⏹️', 'was canceled'] as const

/** Reasons of the service. Others are the agent's own words. */
const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    timeout: 'The session was ended because the agent stopped responding.',
    lease_expired: 'The session was ended because the agent picked up this card three times and stopped responding each time.',
    undelegated: 'The delegation was removed.',
    stopped: 'The session was ended because the agent did not stop when asked.',
    agent_deactivated: 'The agent was deactivated.',
    member_removed: 'The agent was removed from the board.',
  }),
)

const plan = z.array(z.looseObject({ status: z.string() }))
const textOf = (fact: Facts[string] | undefined): string => (typeof fact?.value === 'string' ? fact.value : '')

/** The one message of a session in the thread of its card. */
export function sessionMessage(known: Facts, seen: SeenCard): Message {
  const state = textOf(known.state)
  const reason = textOf(known.reason)
  const [sign, words] = state === 'error' && reason === 'undelegated' ? canceled : isState(state) ? signs[state] : signs.working
  const agent = escaped(nameOf(textOf(known.agentActorId), seen), 100)
  const { statusText, note } = known
  const live = textOf((note?.at ?? '') > (statusText?.at ?? '') ? note : statusText)
  const result = state === 'done' ? textOf(known.summary) : state === 'error' ? (endings.get(reason) ?? reason) : ''
  const isOver = state === 'done' || state === 'error'
  const steps = plan.safeParse(known.plan?.value).data ?? []
  const done = steps.filter(({ status }) => status === 'done').length
  return {
    text: `${agent} ${words}`,
    blocks: [
      section(`${sign} *${agent}* ${words}${live !== '' && !isOver ? `: ${escaped(live, 500)}` : ''}`),
      ...(result === '' ? [] : [section(quotedForSlack(result))]),
      ...(steps.length === 0 ? [] : [aside(`${done} of ${steps.length} steps`)]),
    ],
  }
}

const isState = (state: string): state is Session['state'] => Object.hasOwn(signs, state)
