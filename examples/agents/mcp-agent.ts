import { setTimeout as pause } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/**
 * An agent by MCP: it asks for its work, does it with the tools that a model would use, and waits for answers in calls that last until
 * there is one. Nothing has to reach it.
 *
 *   TANDEM_URL=http://127.0.0.1:3000 TANDEM_TOKEN=kbt_… npx node examples/agents/mcp-agent.ts
 *
 * The token is that of an agent, with the scopes boards:read, cards:write and sessions:write. Its work on a card is in `work`: put your own
 * there, such as a model that is given the tools. It logs in lines of JSON.
 */
const { TANDEM_URL = 'http://127.0.0.1:3000', TANDEM_TOKEN = '', AGENT_EVERY_SECONDS = '5' } = process.env

/** The parts of the answers that it reads; additional fields are accepted. */
type Call = { tool: string; method: string; params: Record<string, unknown> }
type Work = { delegated_to_me: { key: string; waits?: string; session?: { sessionId: string; state: string } }[] }
type Card = { key: string; list: string; comments?: unknown[]; checklistItems?: { id: string; text: string; done: boolean }[] }
type Lists = { lists: { name: string }[] }
type Claim = { lease: { generation: number } }
/** The fencing token of a claim: each report carries it, so that the reports of a process that has lost the session are refused. */
type Held = { sessionId: string; generation: number }
type Events = { events: { id: string; kind: string; body: { type?: string; answer?: string } }[]; next?: Call }

const leaving = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort(new Error('I was stopped.')))

const client = new Client({ name: 'mcp-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${TANDEM_URL}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${TANDEM_TOKEN}` } },
  }),
)
tell({ did: 'connect' })
while (!leaving.signal.aborted) {
  await lookForWork().catch((failure: unknown) => tell({ did: 'fail', problem: String(failure) }))
  await pause(Number(AGENT_EVERY_SECONDS) * 1_000, undefined, { signal: leaving.signal }).catch(() => {})
}
await client.close()

/** Takes what is queued and may begin, one after the other. */
async function lookForWork(): Promise<void> {
  const { delegated_to_me } = await use<Work>('my_work')
  for (const { key, session, waits } of delegated_to_me)
    if (session?.state === 'queued' && waits === undefined) await see(session.sessionId, key)
}

/** Takes up a session and ends it, well or not: one that is left open counts as stale. */
async function see(sessionId: string, key: string): Promise<void> {
  tell({ did: 'take', sessionId, card: key })
  // Of two that have the same token one gets the session.
  const { lease } = await use<Claim>('my_work', 'claim_next', { sessionId })
  const held = { sessionId, generation: lease.generation }
  try {
    await work(held, key)
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    await use('session_write', 'fail', { ...held, reason }, { evenLeaving: true })
    throw failure
  }
}

/** Looks at the card, asks where it shall go, ticks what is open, and moves it there. */
async function work(held: Held, key: string): Promise<void> {
  const { card } = await use<{ card: Card }>('card_read', 'get', { cardId: key })
  const { lists } = await use<Lists>('board_read', 'get', { boardId: key.replace(/-\d+$/, '') })
  const names = lists.map(({ name }) => name)
  const further = names.slice(names.indexOf(card.list) + 1)
  const open = (card.checklistItems ?? []).filter(({ done }) => !done)
  await use('session_write', 'progress', { ...held, note: `${open.length} items are open.` })

  const question = `Which list should ${key} move to when it is done?`
  const goal = await ask({ ...held, question, options: further })
  if (!further.includes(goal)) throw new Error(`“${goal}” is none of the lists that I offered.`)

  for (const { id } of open) await use('card_write', 'checklist_update', { checklistItemId: id, done: true })
  await use('card_write', 'move', { cardId: key, listId: goal })
  await use('session_write', 'complete', {
    ...held,
    summary: `All open items of ${key} are done (${open.length}). It is now in “${goal}”.`,
  })
  tell({ did: 'complete', sessionId: held.sessionId })
}

/** Asks a person and waits, minutes or days: each answer of the service says with which call to wait on. */
async function ask(asking: Held & { question: string; options: string[] }): Promise<string> {
  let { next } = await use<{ next?: Call }>('session_write', 'ask_human', asking)
  for (;;) {
    if (!next) throw new Error('I was not told how to wait for an answer.')
    const found: Events = await use<Events>(next.tool, next.method, next.params)
    const answer = found.events.find(({ kind }) => kind === 'answer')?.body.answer
    if (answer !== undefined) return answer
    if (found.events.some(({ body }) => body.type === 'stop_requested')) throw new Error('I was asked to stop.')
    next = found.next ?? { ...next, params: { ...next.params, since: found.events.at(-1)?.id } }
  }
}

/** Calls a tool. A write has an id, so that it is done once, however often it is sent. Throws a refusal of the service, with its advice. */
async function use<T>(tool: string, method?: string, params: Record<string, unknown> = {}, { evenLeaving = false } = {}): Promise<T> {
  const given = tool.endsWith('_write') ? { clientMutationId: crypto.randomUUID(), ...params } : params
  const options = evenLeaving ? {} : { signal: leaving.signal }
  const result = await client.callTool({ name: tool, arguments: method === undefined ? given : { method, params: given } }, options)
  if (!result.isError) return result.structuredContent as T
  const [said] = result.content
  throw new Error(`${tool} ${method ?? ''} was refused: ${said?.type === 'text' ? said.text : ''}`)
}

function tell(what: { did: 'connect' | 'take' | 'complete' | 'fail'; [more: string]: string }): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
