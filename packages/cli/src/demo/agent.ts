import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type ActivityOf, createClient, isActivity, webhookReceiver } from '@tandem/client'
import type { Activity, InputOf, OutputOf } from '@tandem/contract'

/**
 * The agent of the demo: a process that knows the URL of a service and a token, nothing else. It acts by the public REST API and hears by
 * the webhook that it subscribes for its own actor. What it tells its parent is for the transcript only.
 */
export type AgentReport =
  | { did: 'subscribe'; url: string; webhookId: string }
  | { did: 'take'; activityId: string; verb: string }
  | { did: 'fail'; problem: string }

type Created = ActivityOf<'agent_session.created'>['payload']
type Op = Omit<InputOf<'session.post'>, 'sessionId'>

const { TANDEM_URL: url = 'http://127.0.0.1:3000', TANDEM_TOKEN: token = '' } = process.env
const tandem = createClient({ url, token })
const assignment = Promise.withResolvers<Created>()
const answer = Promise.withResolvers<string>()
let receive: ReturnType<typeof webhookReceiver> | null = null

process.once('disconnect', () => process.exit(1))
const server = await listen()
try {
  const unsubscribe = await subscribe(server)
  await work(await assignment.promise)
  await unsubscribe()
} catch (failure) {
  report({ did: 'fail', problem: failure instanceof Error ? failure.message : String(failure) })
  process.exitCode = 1
}
server.close()
server.closeAllConnections()
process.removeAllListeners('disconnect')
process.disconnect?.()

function report(what: AgentReport): void {
  if (process.send) process.send(what)
  else process.stdout.write(`${JSON.stringify(what)}\n`)
}

/** Answers each delivery at once; what follows from it is done afterwards. */
function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    const answerWith = (status: number) => response.writeHead(status).end()
    void statusFor(request).then(answerWith, () => answerWith(500))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function statusFor(request: IncomingMessage): Promise<number> {
  const rawBody = await buffer(request)
  if (!receive) return 503
  return (await receive({ headers: request.headers, rawBody })).status
}

/** Answers how to end the subscription. */
async function subscribe(server: Server): Promise<() => Promise<null>> {
  const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id: actorId } = await tandem.call('me.get')
  const { webhook } = await tandem.call('actorWebhook.create', { actorId, url: hook, events: ['agent_session.*'] })
  if (webhook.secret === null) throw new Error('the secret of the webhook was lost on its way: subscribe again')
  receive = webhookReceiver({ secret: webhook.secret, take })
  report({ did: 'subscribe', url: hook, webhookId: webhook.id })
  return () => tandem.call('actorWebhook.delete', { actorId, webhookId: webhook.id })
}

/** Comes here only with a signature that holds, and once per delivery. */
function take(activity: Activity): void {
  report({ did: 'take', activityId: activity.id, verb: activity.verb })
  if (isActivity(activity, 'agent_session.created')) assignment.resolve(activity.payload)
  if (isActivity(activity, 'agent_session.answered')) answer.resolve(activity.payload.answer)
}

async function work({ sessionId, cardId }: Created): Promise<void> {
  const post = (op: Op) => tandem.call('session.post', { sessionId, ...op })
  try {
    const { card } = await tandem.call('card.get', { cardId })
    const open = card.checklistItems.filter(({ done }) => !done)
    const steps = open.map(({ text }) => ({ text, status: 'pending' as const }))
    // Of two runners with the same token only one gets past ifState.
    await post({ op: 'update', state: 'working', ifState: 'queued', statusText: `Reading ${card.key}`, plan: steps })
    await post({
      op: 'progress',
      note: `${open.length} of ${card.checklistItems.length} items are open, ${card.comments.length} comments read.`,
    })
    const goal = await askForList(post, card)
    await post({ op: 'update', statusText: `Finishing for “${goal.name}”`, plan: steps.map(({ text }) => ({ text, status: 'done' })) })
    await post({ op: 'complete', summary: `${card.key} is through its ${open.length} open items and goes to “${goal.name}”.` })
    for (const { id } of open) await tandem.call('checklist.update', { checklistItemId: id, done: true })
    await tandem.call('card.update', { cardId, listId: goal.id })
  } catch (failure) {
    await post({ op: 'fail', reason: failure instanceof Error ? failure.message : String(failure) }).catch(() => {})
    throw failure
  }
}

/** The lists to the right of the card's own are the options. */
async function askForList(post: (op: Op) => Promise<unknown>, card: OutputOf<'card.get'>['card']) {
  const { lists } = await tandem.call('board.tree', { boardId: card.boardId })
  const further = lists.slice(lists.findIndex(({ id }) => id === card.listId) + 1)
  await post({
    op: 'ask_human',
    question: `In which list shall ${card.key} lie when it is done?`,
    options: further.map(({ name }) => name),
  })
  const named = await answer.promise
  const goal = further.find(({ name }) => name === named)
  if (!goal) throw new Error(`“${named}” is none of the lists that I offered`)
  return goal
}
