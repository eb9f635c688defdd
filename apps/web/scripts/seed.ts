import { type Client, createClient } from '@tandem/client'
import { type SeededAsked, seedAsked } from './seed-asked.ts'
import { type SeededMore, seedMore } from './seed-more.ts'
import { type SeededSettings, seedSettings } from './seed-settings.ts'

/** A board in the middle of its work, for pictures: people, agents, and sessions in every state. */
export type Seeded = SeededSettings &
  SeededAsked &
  SeededMore & {
    url: string
    /** Ada's session cookie. */
    cookie: string
    /** The cookie of a new user. */
    newcomer: string
    boardId: string
    keys: { asking: string; working: string; plain: string; done: string; texts: string }
  }

/** A client that is signed in as Ada. */
export const adaOf = ({ url, cookie }: Pick<Seeded, 'url' | 'cookie'>): Client => createClient({ url, cookie })

const day = 86_400_000

export async function seed(url: string): Promise<Seeded> {
  const cookieOf = async (name: string) => {
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, password: 'correct horse battery', name }),
    })
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const cookie = await cookieOf('Ada Lovelace')
  const ada = adaOf({ url, cookie })
  const grace = createClient({ url, cookie: await cookieOf('Grace Hopper') })
  const board = await ada.call('board.create', {
    name: 'Payments platform',
    template: 'agent-pipeline',
    description: 'Everything between checkout and ledger',
  })
  const graceId = (await grace.call('me.get')).id
  await ada.call('member.add', { boardId: board.id, actorId: graceId, role: 'member' })
  for (const [name, template] of [
    ['Website', 'kanban'],
    ['Hiring', 'kanban'],
    ['Research notes', 'empty'],
  ] as const)
    await ada.call('board.create', { name, template })
  const [robo, scout] = [await agent(ada, url, 'Robo', board.id), await agent(ada, url, 'Scout', board.id)]
  const labels = Object.fromEntries(
    await Promise.all(
      [
        ['backend', 'blue'],
        ['security', 'red'],
        ['docs', 'green'],
        ['customer', 'violet'],
      ].map(async ([name = '', color = '']) => [name, (await ada.call('label.create', { boardId: board.id, name, color })).id]),
    ),
  ) as Record<string, string>
  const lists = (await ada.call('board.tree', { boardId: board.id })).lists.map((list) => list.id)
  const card = (list: number, title: string, more: object = {}) => ada.call('card.create', { listId: lists[list] ?? '', title, ...more })
  const adaId = (await ada.call('me.get')).id

  await card(0, 'Customers are charged twice when they press back', {
    priority: 'urgent',
    estimate: 5,
    labelIds: [labels.customer, labels.backend],
    dueAt: new Date(Date.now() - day).toISOString(),
  })
  await card(0, 'Refunds over 90 days')
  await card(0, 'Explain our fees on the pricing page', { labelIds: [labels.docs], priority: 'low', estimate: 2 })
  await card(1, 'Rotate signing keys without downtime', {
    labelIds: [labels.security],
    priority: 'high',
    estimate: 8,
    assigneeActorIds: [graceId],
  })
  await card(1, 'A ledger entry for every chargeback, with the reason that the bank gave', {
    assigneeActorIds: [adaId],
    dueAt: new Date(Date.now() + 5 * day).toISOString(),
  })
  const asking = await card(2, 'Idempotency keys for payment intents', {
    priority: 'high',
    labelIds: [labels.backend],
    assigneeActorIds: [adaId],
    dueAt: new Date(Date.now() + 2 * day).toISOString(),
    description:
      'Clients retry on time-outs. Today that may create **two** intents.\n\n- accept `Idempotency-Key`\n- keep the first answer for 24 hours\n- a different body under the same key is a `409`\n\n| case | answer |\n|---|---|\n| same key, same body | the first answer |\n| same key, other body | 409 |',
  })
  const items = []
  for (const text of ['Store for keys', 'Middleware', 'Tests with concurrent retries', 'Docs'])
    items.push(await ada.call('checklist.add', { cardId: asking.id, text }))
  for (const item of items.slice(0, 2)) await ada.call('checklist.update', { checklistItemId: item.id, done: true })
  await grace.call('comment.create', {
    cardId: asking.id,
    body: 'Our biggest customer retries up to **five** times within a second. Please test that.',
  })
  await work(ada, robo, asking.id, async (post) => {
    await post({
      op: 'update',
      state: 'working',
      statusText: 'Writing the middleware',
      plan: [
        { text: 'Read how intents are created', status: 'done' },
        { text: 'Add the key store', status: 'done' },
        { text: 'Write the middleware', status: 'in_progress' },
        { text: 'Test concurrent retries', status: 'pending' },
      ],
    })
    await post({ op: 'progress', note: 'The store is a table with a unique index on (account, key).' })
    await post({ op: 'log', payload: { tool: 'run_tests', passed: 41, failed: 0 } })
    await post({ op: 'progress', note: 'Two retries that arrive together now wait for the first.' })
    await post({
      op: 'ask_human',
      question: 'How long should a key be remembered? Longer costs storage: about 2 GB a month at our volume.',
      options: ['24 hours', '7 days', '30 days'],
    })
  })
  const working = await card(2, 'Retry failed payouts at night', { labelIds: [labels.backend], assigneeActorIds: [graceId] })
  await work(ada, scout, working.id, async (post) => {
    await post({ op: 'update', state: 'working', statusText: 'Reading the payout scheduler' })
    await post({ op: 'progress', note: 'Payouts fail for 3 reasons; only one of them passes by itself.' })
  })
  const queued = await card(2, 'Currency rounding in reports')
  await ada.call('delegation.set', { cardId: queued.id, agentActorId: scout.id })
  const done = await card(3, 'Webhook for settled payouts', { assigneeActorIds: [adaId] })
  await work(ada, robo, done.id, async (post) => {
    await post({ op: 'update', state: 'working' })
    await robo.client.call('card.update', { cardId: done.id, priority: 'high', title: 'A webhook for settled payouts' })
    await post({ op: 'complete', summary: 'Added `payout.settled` with tests; documented in **Webhooks**.' })
  })
  const failed = await card(3, 'Move the fraud rules to the new engine', { labelIds: [labels.security] })
  await work(ada, scout, failed.id, (post) => post({ op: 'fail', reason: 'The staging credentials have expired.' }))
  const plain = await card(4, 'Test cards for every scheme')
  await ada.call('card.update', { cardId: plain.id, completedAt: new Date().toISOString() })
  await ada.call('list.update', { listId: lists[2] ?? '', wipLimit: 2 })
  await grace.call('card.assign', { cardId: working.id, actorId: adaId })
  const settings = await seedSettings({ url, ada, boardId: board.id, askingId: asking.id })
  const alan = createClient({ url, cookie: await cookieOf('Alan Turing') })
  const asked = await seedAsked({ ada, alan, agentIds: { robo: robo.id, scout: scout.id } })
  const mia = createClient({ url, cookie: await cookieOf('Mia') })
  const more = await seedMore({ url, cookie, ada, mia, agentId: robo.id })
  const newcomer = await cookieOf('Mary Jackson')
  return {
    ...settings,
    ...asked,
    ...more,
    url,
    cookie,
    newcomer,
    boardId: board.id,
    keys: { asking: asking.key, working: working.key, plain: plain.key, done: done.key, texts: more.textsKey },
  }
}

type Agent = { id: string; client: Client }

async function agent(owner: Client, url: string, name: string, boardId: string): Promise<Agent> {
  const { id } = await owner.call('agent.create', { name })
  await owner.call('member.add', { boardId, actorId: id, role: 'member' })
  const { token } = await owner.call('token.create', { label: name, actorId: id, scopes: ['boards:read', 'cards:write', 'sessions:write'] })
  return { id, client: createClient({ url, token: token ?? '' }) }
}

type Post = (op: { op: 'update' | 'progress' | 'log' | 'ask_human' | 'complete' | 'fail'; [key: string]: unknown }) => Promise<unknown>

async function work(owner: Client, { id, client }: Agent, cardId: string, run: (post: Post) => Promise<unknown>): Promise<void> {
  const { session } = await owner.call('delegation.set', { cardId, agentActorId: id })
  await run((op) => client.call('session.post', { sessionId: session.id, ...op }))
}
