import { escapeAll } from '@tandem/contract'
import type { Method } from '@tandem/contract/mcp'
import { bodyOf } from '../../../kernel/reply.ts'
import type { RequestContext } from '../request-context.ts'
import { attachText } from './attach-text.ts'
import { type Content, readFile } from './file-content.ts'
import { inputOf } from './input.ts'
import { nextCall, pollAgain } from './next-calls.ts'
import { type Polled, pollEvents } from './poll-events.ts'
import { asFetched, asResults } from './search-results.ts'
import { shapeOf } from './shapes/shapes.ts'
import type { Call } from './understand.ts'

/** What a call answers: data, and beside it what is no JSON. */
export type Outcome = { data: Record<string, unknown>; content?: Content[] }

/** What leads beyond which the rows of an answer are fewer than asked for. */
const mostCharacters = 36_000

/** Does what a tool call asks for: one operation, through the kernel, and its answer in the shape that agents read. */
export async function performCall(context: RequestContext, call: Call): Promise<Outcome> {
  if (call.problem) throw call.problem
  const input = await inputOf(context, call)
  const { special } = call.binding
  if (special === 'file') return readFile(context, input, call.params.cursor)
  if (special === 'attach') return { data: await shaped(context, call, input, await attachText(context, input, call.params)) }
  if (special === 'poll') return { data: await polled(context, call, input) }
  const outcome = await page(context, call, input)
  return { data: { ...outcome, ...nextCall(call, outcome) } }
}

async function polled(context: RequestContext, call: Call, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { isOver, next, events } = await pollEvents(context, input, call.params.waitSeconds)
  const waitedInVain = events.length === 0 && call.params.waitSeconds !== undefined
  if (!waitedInVain) return eventsThatFit(context, call, input, { events, next })
  const more = isOver ? { hint: 'The session has ended: nothing more happens in it.' } : pollAgain(call.params)
  return { ...(await shaped(context, call, input, { events })), ...more }
}

/** As it will be read: a character that nobody sees takes up to ten in JSON once it is shown. */
function isTooLong(data: Record<string, unknown>): boolean {
  const { length } = JSON.stringify(data)
  return length > mostCharacters || (length * 10 > mostCharacters && JSON.stringify(escapeAll(data)).length > mostCharacters)
}

/** As many events as fit; the last of them leads on. */
async function eventsThatFit(
  context: RequestContext,
  call: Call,
  input: Record<string, unknown>,
  found: Polled,
): Promise<Record<string, unknown>> {
  for (let { events, next } = found; ; ) {
    const data = await shaped(context, call, input, { events })
    const last = events[Math.ceil(events.length / 2) - 1]
    if (events.length < 2 || !last || !isTooLong(data)) return { ...data, ...(next && leadOn(call.binding, next)) }
    events = events.slice(0, Math.ceil(events.length / 2))
    next = { since: last.id }
  }
}

/** As many rows as fit. */
async function page(context: RequestContext, call: Call, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  for (;;) {
    const { reply } = await context.execute(call.binding.operation, input)
    const data = await shaped(context, call, input, bodyOf(reply))
    const rows = typeof input.limit === 'number' && call.binding.under !== undefined ? input.limit : 1
    if (rows > 1 && isTooLong(data)) input.limit = Math.ceil(rows / 2)
    else return reply.kind === 'page' && reply.next ? { ...data, ...leadOn(call.binding, reply.next) } : data
  }
}

async function shaped(
  context: RequestContext,
  call: Call,
  input: Record<string, unknown>,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { binding, detailed } = call
  const about = { boardId: () => boardIdOf(context, input, body), limit: call.params.limit as number | undefined }
  if (binding.special === 'fetch') return asFetched(context, body)
  const seen = detailed && body !== null ? body : await shapeOf(binding.shape, body, context, about)
  if (binding.special === 'search') return asResults(context, seen)
  return binding.under === undefined ? (seen as Record<string, unknown>) : { [binding.under]: seen }
}

/** Where what is answered lies: it is asked for only where names are to be put beside ids. */
async function boardIdOf(context: RequestContext, input: Record<string, unknown>, body: unknown): Promise<string | null> {
  if (typeof input.boardId === 'string') return input.boardId
  const { cardId: answered } = (body ?? {}) as { cardId?: unknown }
  const cardId = input.cardId ?? answered
  if (typeof cardId === 'string') return (await context.card(cardId)).boardId
  if (typeof input.sessionId === 'string') return (await context.ask('session.get', { sessionId: input.sessionId })).boardId
  return null
}

/** The parameters of the next page under the names that the tool has for them. */
function leadOn({ as = {} }: Method, next: Record<string, string>): Record<string, unknown> {
  const [[name, value] = ['', '']] = Object.entries(next)
  const param = Object.entries(as).find(([, known]) => known === name)?.[0] ?? name
  return { nextCursor: value, hint: `There is more: call again with ${param} = nextCursor.` }
}
