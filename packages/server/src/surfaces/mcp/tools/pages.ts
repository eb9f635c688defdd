import { escapeAll, type SessionEvent } from '@tandem/contract'
import type { Method } from '@tandem/contract/mcp'
import { bodyOf } from '../../../kernel/reply.ts'
import type { RequestContext } from '../request-context.ts'
import { type NextCall, pollAgain, readCard } from './next-calls.ts'
import { type Polled, pollEvents } from './poll-events.ts'
import { shaped } from './shapes/shaped.ts'
import type { Call } from './understand.ts'

type Data = Record<string, unknown>

/** A longer answer has fewer rows than were asked for. */
const mostCharacters = 36_000

/** A read with as many rows as fit, and the way to the next page. */
export async function readThatFits(context: RequestContext, call: Call, input: Data): Promise<Data> {
  for (;;) {
    const { reply } = await context.execute(call.binding.operation, input)
    const data = await shaped(context, call, input, bodyOf(reply))
    const rows = typeof input.limit === 'number' && call.binding.under !== undefined ? input.limit : 1
    if (rows > 1 && isTooLong(data)) input.limit = Math.ceil(rows / 2)
    else return reply.kind === 'page' && reply.next ? { ...data, ...leadOn(call.binding, reply.next) } : data
  }
}

/** The events of a session, waited for where the call says so, as many as fit. */
export async function eventsThatFit(context: RequestContext, call: Call, input: Data): Promise<Data> {
  const { isOver, next, events } = await pollEvents(context, input, call.params.waitSeconds)
  const waitedInVain = events.length === 0 && call.params.waitSeconds !== undefined
  if (!waitedInVain)
    return { ...(await firstEvents(context, call, input, { events, next })), ...(await afterAnswer(context, input, events)) }
  const more = isOver ? { hint: 'The session has ended: there are no more events.' } : pollAgain(call.params)
  return { ...(await shaped(context, call, input, { events })), ...more }
}

/** After an answer: the agent goes on with the card, read as it is now. */
async function afterAnswer(context: RequestContext, input: Data, events: readonly SessionEvent[]): Promise<{ next?: NextCall }> {
  if (!events.some(({ kind }) => kind === 'answer')) return {}
  const session = await context.ask('session.get', { sessionId: String(input.sessionId) })
  const isOwn = session.agentActorId === context.principal.actorId
  return isOwn && session.state === 'working' ? { next: readCard(session.cardKey) } : {}
}

/** The last of them leads on. */
async function firstEvents(context: RequestContext, call: Call, input: Data, found: Polled): Promise<Data> {
  for (let { events, next } = found; ; ) {
    const data = await shaped(context, call, input, { events })
    const last = events[Math.ceil(events.length / 2) - 1]
    if (events.length < 2 || !last || !isTooLong(data)) return { ...data, ...(next && leadOn(call.binding, next)) }
    events = events.slice(0, Math.ceil(events.length / 2))
    next = { since: last.id }
  }
}

/** Measured as it will be read: a hidden character takes up to ten characters in JSON once it is escaped. */
function isTooLong(data: Data): boolean {
  const { length } = JSON.stringify(data)
  return length > mostCharacters || (length * 10 > mostCharacters && JSON.stringify(escapeAll(data)).length > mostCharacters)
}

/** The parameters of the next page under the names that the tool has for them. */
function leadOn({ as = {} }: Method, next: Record<string, string>): Data {
  const [[name, value] = ['', '']] = Object.entries(next)
  const param = Object.entries(as).find(([, known]) => known === name)?.[0] ?? name
  return { nextCursor: value, hint: `There is more: call again with ${param} = nextCursor.` }
}
