import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ActivityOf, createClient, isActivity, webhookReceiver } from '@tandem/client'
import { type Activity, type InputOf, type OutputOf, TandemError } from '@tandem/contract'

/**
 * An agent by REST and webhook: the service calls it when there is work, or an answer to its question.
 *
 *   TANDEM_URL=http://127.0.0.1:3000 TANDEM_TOKEN=kbt_… npx node examples/agents/webhook-agent.ts
 *
 * The token is that of an agent, with the scopes cards:write, sessions:write and webhooks:write. It listens on AGENT_PORT; AGENT_URL is its
 * address for the service, if that is on another machine. Its work on a card is in `work`: put your own there. It logs in lines of JSON.
 */
type Assignment = { sessionId: string; cardId: string }
type Report = Omit<InputOf<'session.post'>, 'sessionId'>
type Card = OutputOf<'card.get'>['card']

const { TANDEM_URL: url = 'http://127.0.0.1:3000', TANDEM_TOKEN: token = '', AGENT_PORT = '0', AGENT_URL } = process.env
const tandem = createClient({ url, token })
/** In bytes, far more than one activity. A limit is needed because a body is read before its signature can be checked. */
const longestBodyBytes = 2_000_000
const questions = new Map<string, PromiseWithResolvers<string>>()
let receive: ReturnType<typeof webhookReceiver> | null = null

const server = createServer((request, response) => {
  const answer = (status: number) => response.writeHead(status).end()
  statusFor(request).then(answer, () => answer(500))
})
server.listen(Number(AGENT_PORT), AGENT_URL ? undefined : '127.0.0.1', () => void start())

async function statusFor(request: IncomingMessage): Promise<number> {
  const rawBody = await bodyOf(request)
  if (rawBody === null) return 413
  // Before the secret is known nothing can be verified: the delivery comes again.
  return receive ? (await receive({ headers: request.headers, rawBody })).status : 503
}

/** Null where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longestBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function start(): Promise<void> {
  const hook = AGENT_URL ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id: actorId } = await tandem.call('me.get')
  const { webhook } = await tandem.call('actorWebhook.create', { actorId, url: hook, events: ['agent_session.*'] })
  if (webhook.secret === null) throw new Error('the secret of the webhook was lost on its way: start again')
  receive = webhookReceiver({ secret: webhook.secret, take })
  tell({ did: 'subscribe', url: hook, webhookId: webhook.id })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave(actorId, webhook.id))
  // Sessions that were delegated while this agent was not running.
  const queued = await tandem.call('session.mine', { state: 'queued' })
  for (const { id: sessionId, cardId, agentActorId } of queued) if (agentActorId === actorId) begin({ sessionId, cardId })
}

async function leave(actorId: string, webhookId: string): Promise<void> {
  await tandem.call('actorWebhook.delete', { actorId, webhookId })
  process.exit(0)
}

/** Comes here only with a signature that holds, and once per delivery. Deliveries are answered at once; the work is done afterwards. */
function take(activity: Activity): void {
  tell({ did: 'take', activityId: activity.id, verb: activity.verb })
  if (isActivity(activity, 'agent_session.created')) begin(activity.payload)
  if (isActivity(activity, 'agent_session.answered')) questions.get(activity.payload.sessionId)?.resolve(activity.payload.answer)
  if (isActivity(activity, 'agent_session.updated')) heed(activity)
}

function heed({ payload }: ActivityOf<'agent_session.updated'>): void {
  if (payload.stopRequested) questions.get(payload.sessionId)?.reject(new Error('I was asked to stop.'))
  // It had to wait for another card.
  if (payload.unblocked || payload.startRequested) begin(payload)
}

function begin(assignment: Assignment): void {
  see(assignment).catch((failure) => tell({ did: 'fail', sessionId: assignment.sessionId, problem: String(failure) }))
}

/** Takes up a session and ends it, well or not: one that is left open counts as stale. */
async function see({ sessionId, cardId }: Assignment): Promise<void> {
  const post = (report: Report) => tandem.call('session.post', { sessionId, ...report })
  const { card } = await tandem.call('card.get', { cardId })
  const steps = openItems(card).map(({ text }) => ({ text, status: 'pending' as const }))
  try {
    await post({ op: 'update', state: 'working', ifState: 'queued', statusText: `Reading ${card.key}`, plan: steps })
  } catch (refusal) {
    // Another process with the same token was faster, or it has to wait: for another card, or for the end of a pause.
    if (refusal instanceof TandemError && refusal.code === 'conflict') return
    throw refusal
  }
  try {
    await work(card, sessionId, post)
  } catch (failure) {
    await post({ op: 'fail', reason: failure instanceof Error ? failure.message : String(failure) })
    throw failure
  } finally {
    questions.delete(sessionId)
  }
}

const openItems = (card: Card) => card.checklistItems.filter(({ done }) => !done)

/** Looks at the card, asks where it shall go, ticks what is open, and moves it there. */
async function work(card: Card, sessionId: string, post: (report: Report) => Promise<unknown>): Promise<void> {
  const open = openItems(card)
  const { lists } = await tandem.call('board.tree', { boardId: card.boardId })
  const further = lists.slice(lists.findIndex(({ id }) => id === card.listId) + 1)
  await post({
    op: 'progress',
    note: `${open.length} of ${card.checklistItems.length} items are open, ${card.comments.length} comments read.`,
  })
  const question = `Which list should ${card.key} move to when it is done?`
  const named = await ask(sessionId, () => post({ op: 'ask_human', question, options: further.map(({ name }) => name) }))
  const goal = further.find(({ name }) => name === named)
  if (!goal) throw new Error(`“${named}” is none of the lists that I offered.`)
  const plan = open.map(({ text }) => ({ text, status: 'done' as const }))
  await post({ op: 'update', statusText: `Finishing for “${goal.name}”`, plan })
  await post({ op: 'complete', summary: `All open items of ${card.key} are done (${open.length}). It is now in “${goal.name}”.` })
  for (const { id } of open) await tandem.call('checklist.update', { checklistItemId: id, done: true })
  await tandem.call('card.update', { cardId: card.id, listId: goal.id })
}

/** Waits for a person: minutes or days. */
async function ask(sessionId: string, post: () => Promise<unknown>): Promise<string> {
  const answer = Promise.withResolvers<string>()
  answer.promise.catch(() => {})
  // Before it is asked: the answer may be here before we know that the question is.
  questions.set(sessionId, answer)
  await post()
  return answer.promise
}

function tell(what: { did: 'subscribe' | 'take' | 'fail'; [more: string]: string }): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
