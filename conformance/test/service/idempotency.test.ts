import { randomUUID } from 'node:crypto'
import { catalogue, type OperationSpec } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { whileBoardIsHeld } from '../../../packages/server/test/kit/database.ts'
import { until } from '../../../packages/server/test/kit/http.ts'
import { actless, makeReady, type ReadyAct, repeatable } from '../../src/acts.ts'
import { call } from '../../src/call.ts'
import { byToolHeader } from '../../src/call-by-tool.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed')

/** All that an act can leave behind: the log of its board, the boards, and the log of private acts. */
async function traces(act: ReadyAct): Promise<unknown> {
  const { ada } = world
  // An import continues after its answer.
  await until(async () => (await allowed(ada, 'import.list', {})).every(({ finishedAt }) => finishedAt !== null))
  const audit = await allowed(ada, 'admin.audit', { limit: 1 })
  const boards = (await allowed(ada, 'board.list', {})).map(({ id, version }) => [id, version])
  return [(await act.board.tree()).seq, await act.board.tree(), boards, audit[0]?.id]
}

/** The body without secrets, as a replay returns it. */
function withoutSecrets(body: unknown, { secrets = [] }: OperationSpec): unknown {
  const copy = structuredClone(body) as Record<string, unknown> | null
  for (const path of secrets) {
    const [key = '', inner] = path.split('.')
    const held = inner === undefined ? copy : (copy?.[key] as Record<string, unknown> | undefined)
    if (held && (inner ?? key) in held) held[inner ?? key] = null
  }
  return copy
}

/** A mutation without an act would be missing in every test about all mutations. */
scenario(
  'every mutation that is served is acted out',
  ['idempotency.replay.every-mutation', 'activity.append.every-mutation', 'convention.openapi.matches-responses'],
  async () => expect(actless).toEqual([]),
)

scenario(
  'every mutation that is sent again with its id answers the first result and leaves no further trace',
  ['idempotency.replay.every-mutation', 'idempotency.replay.applies-once', 'idempotency.replay.same-result', 'idempotency.replay.header'],
  async () => {
    for (const name of repeatable) {
      const act = await makeReady(world, name)
      const clientMutationId = randomUUID()
      const first = await act.send({ clientMutationId })
      const before = await traces(act)
      const again = await act.send({ clientMutationId })
      expect([name, first.ok, replayed(first)]).toEqual([name, true, null])
      // A tool has no headers.
      const mark = first.headers.has(byToolHeader) ? null : 'true'
      expect([name, again.status, replayed(again)]).toEqual([name, first.status, mark])
      expect([name, again.ok && again.body]).toEqual([name, first.ok && withoutSecrets(first.body, catalogue[name])])
      expect([name, await traces(act)]).toEqual([name, before])
    }
  },
)

scenario(
  'a mutation without a body takes its id from the query',
  ['idempotency.id.in-query', 'idempotency.reuse.other-target'],
  async () => {
    const { person } = world
    const other = await board.card()
    for (const id of [cardId, other.id]) await allowed(world.ada, 'delegation.set', { cardId: id, agentActorId: world.robo.actorId })
    const clear = (id: string) => person.delete(`/api/cards/${id}/delegation?clientMutationId=cleared`)
    const delegations = async () => (await board.tree()).lists[0]?.cards.map(({ delegation }) => delegation?.agentActorId ?? null)
    expect((await clear(cardId)).status).toBe(204)
    const again = await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
    const replay = await clear(cardId)
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([204, 'true'])
    expect((await clear(other.id)).body?.error.code).toBe('conflict')
    expect(await delegations()).toEqual([again.delegation.agentActorId, world.robo.actorId])
    expect((await person.delete(`/api/cards/${cardId}/delegation?clientMutationId=`)).status).toBe(400)
  },
)

scenario(
  'what is shown once is null from the second time on, and stays out of the ledger',
  ['idempotency.secret.not-replayed'],
  async () => {
    const { ada } = world
    const webhook = { url: 'http://127.0.0.1:1025/', events: ['agent_session.*'] }
    const shown = ['token.create', 'webhook.create', 'webhook.update', 'actorWebhook.create', 'actorWebhook.update'] as const
    for (const name of shown) {
      const act = await makeReady(world, name)
      const again = { clientMutationId: randomUUID() }
      const [first, second] = [await act.send(again), await act.send(again)]
      const secret = /kbt_\w{46}|whsec_[^"]+/.exec(JSON.stringify(first.ok && first.body))?.[0]
      expect([name, secret]).toEqual([name, expect.any(String)])
      expect([name, JSON.stringify(second.ok && second.body)]).toEqual([name, expect.stringMatching(/"(token|secret)":null/)])
      const { rows } = await world.tandem.database.pool.query('select l::text as text from ledger l')
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    const own = { actorId: ada.actorId, ...webhook, clientMutationId: 'own' }
    expect((await allowed(ada, 'actorWebhook.create', own)).webhook.secret).toMatch(/^whsec_/)
    expect((await allowed(ada, 'actorWebhook.create', own)).webhook.secret).toBeNull()
  },
)

scenario(
  'what touches no board takes its id within the actor: another may use the same one, and it is spent for boards too',
  ['idempotency.boardless.actor-scope', 'idempotency.id.per-actor', 'idempotency.reuse.other-operation'],
  async () => {
    const { ada, mia } = world
    const clientMutationId = randomUUID()
    const agents = async (by: typeof ada) => (await allowed(by, 'agent.list', {})).map(({ name }) => name)
    const before = await agents(ada)
    const first = await allowed(ada, 'agent.create', { name: 'Hers', clientMutationId })
    expect((await allowed(ada, 'agent.create', { name: 'Hers', clientMutationId })).id).toBe(first.id)
    expect((await allowed(mia, 'agent.create', { name: 'Mine', clientMutationId })).name).toBe('Mine')
    expect([(await agents(ada)).toSorted(), await agents(mia)]).toEqual([[...before, 'Hers'].toSorted(), ['Mine']])
    await refused(ada, 'token.create', { label: 'x', scopes: ['boards:read'], clientMutationId }, 'conflict')
    await refused(ada, 'card.update', { cardId, title: 'x', clientMutationId }, 'conflict')
    const rename = (agentActorId: string) => ({ agentActorId, name: 'Renamed', clientMutationId: `${clientMutationId}-2` })
    await allowed(ada, 'agent.update', rename(first.id))
    await refused(ada, 'agent.update', rename(world.robo.actorId), 'conflict')
    expect(await allowed(mia, 'watch.set', { cardId, clientMutationId: 'watching' })).toBeNull()
    await refused(mia, 'agent.create', { name: 'Never', clientMutationId: 'watching' }, 'conflict')
    expect((await allowed(ada, 'agent.create', { name: 'Watching', clientMutationId: 'watching' })).name).toBe('Watching')
  },
)

scenario(
  'a duplicate that cannot have the lock within its time is told to come back, and then gets the result',
  ['idempotency.concurrent.lock-timeout', 'idempotency.failure.leaves-no-record'],
  async () => {
    const request = { listId: board.lists[0] ?? '', title: 'patient', clientMutationId: randomUUID() }
    const both = () => Promise.all([call(world.ada, 'card.create', request), call(world.ada, 'card.create', request)])
    for (const answer of await whileBoardIsHeld(world.tandem.database.pool, board.id, both)) {
      expect([answer.status, !answer.ok && answer.code, answer.headers.get('retry-after')]).toEqual([409, 'conflict', '1'])
    }
    const { id } = await allowed(world.ada, 'card.create', request)
    expect((await allowed(world.ada, 'card.create', request)).id).toBe(id)
    expect((await board.tree()).lists[0]?.cards.filter(({ title }) => title === 'patient')).toHaveLength(1)
  },
)

scenario('a result is there to be given again for seven days', ['idempotency.id.retention'], async () => {
  const { clock, database } = world.tandem
  const hour = 3_600_000
  const create = (clientMutationId: string) =>
    call(world.ada, 'card.create', { listId: board.lists[0] ?? '', title: 'kept', clientMutationId })
  await create('older')
  clock.advance(10 * hour)
  const first = await create('kept')
  clock.advance(7 * 24 * hour - 6 * hour)
  // The sweep has come by when the older one is gone.
  await until(async () => {
    clock.advance(10_000)
    return (await database.pool.query(`select from ledger where mutation_id = 'older'`)).rowCount === 0
  })
  const again = await create('kept')
  expect([again.ok && again.body, replayed(again)]).toEqual([first.ok && first.body, 'true'])
  expect((await board.tree()).lists[0]?.cards.filter(({ title }) => title === 'kept')).toHaveLength(2)
})
