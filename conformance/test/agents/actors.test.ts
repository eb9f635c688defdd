import { type Activity, plainScopes } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { createMachine } from '../../../packages/cli/test/fixture/tandem.ts'
import { urlOf } from '../../../packages/server/test/kit/database.ts'
import { cookieOf, password, startTestService } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const signedOut = (): Caller => ({ url: world.tandem.url, headers: {} })
const bearer = async (by: Caller, scopes: string[], more: { actorId?: string } = {}): Promise<Caller> => {
  const { token } = await allowed(by, 'token.create', { label: 'x', scopes, ...more })
  return { url: world.tandem.url, headers: { authorization: `Bearer ${token}` } }
}
const newPerson = async (name: string) => as(world.tandem, await world.tandem.register(name))

scenario('a handle is 1 to 39 of a-z, 0-9 and -, not starting with -, in every operation', ['actor.handle.syntax'], async () => {
  const uma = await newPerson('Uma')
  const { id: agentActorId } = await allowed(world.ada, 'agent.create', { name: 'Speller' })
  let count = 0
  const places = (handle: string) => [
    () => call(uma, 'me.update', { handle }),
    () => call(world.ada, 'agent.create', { name: 'Other', handle }),
    () => call(world.ada, 'agent.update', { agentActorId, handle }),
    () => call(signedOut(), 'auth.register', { name: 'New', email: `new${++count}@example.com`, password, handle }),
  ]
  for (const handle of ['', '-a', 'Upper', 'under_score', 'two words', 'dot.ted', 'ümlaut', '@at', 'x'.repeat(40), 'end\n']) {
    for (const give of places(handle)) {
      const answer = await give()
      expect([handle, answer.status, !answer.ok && answer.code]).toEqual([handle, 400, 'validation'])
    }
  }
  const good = ['q', '7', '0-9', 'a--b', 'x'.repeat(39)]
  for (const handle of good) {
    for (const [at, give] of places(handle).entries()) {
      // Each is unique: the next test that takes it waits until it is free again.
      const answer = await give()
      expect([handle, answer.ok && answer.body?.handle]).toEqual([handle, handle])
      const free = `free-${++count}`
      if (at === 0) await allowed(uma, 'me.update', { handle: free })
      else if (at === 1) await allowed(world.ada, 'agent.update', { agentActorId: answer.ok ? (answer.body?.id ?? '') : '', handle: free })
      else if (at === 2) await allowed(world.ada, 'agent.update', { agentActorId, handle: free })
    }
  }
})

scenario('a token makes agents with agents:write only', ['actor.agents.create-scope'], async () => {
  const { mia } = world
  const others = plainScopes.filter((scope) => scope !== 'agents:write' && scope !== 'admin')
  await refused(await bearer(mia, others), 'agent.create', { name: 'Mine' }, 'forbidden')
  await refused(await bearer(mia, ['boards:write']), 'agent.create', { name: 'Mine' }, 'forbidden')
  expect(await allowed(mia, 'agent.list', {})).toEqual([])
  const made = await call(await bearer(mia, ['agents:write']), 'agent.create', { name: 'Mine' })
  expect([made.status, made.ok && made.body]).toMatchObject([201, { ownerActorId: mia.actorId, kind: 'agent' }])
  expect(await allowed(mia, 'agent.list', {})).toHaveLength(1)
})

scenario('only its owner changes an agent', ['actor.agents.patch', 'actor.agents.patch-owner-only'], async () => {
  const { ada, mia, robo } = world
  const owner = await newPerson('Owner')
  const agent = await allowed(owner, 'agent.create', { name: 'Old' })
  await allowed(ada, 'member.add', { boardId: board.id, actorId: agent.id, role: 'member' })
  const itself = await bearer(owner, ['agents:write', 'boards:write'], { actorId: agent.id })
  const recorded = await board.recorded(async () => {
    for (const by of [ada, mia, robo, itself]) {
      const answer = await call(by, 'agent.update', { agentActorId: agent.id, name: 'Taken' })
      expect([403, 404]).toContain(answer.status)
    }
    await refused(signedOut(), 'agent.update', { agentActorId: agent.id, name: 'Taken' }, 'unauthorized')
    await refused(owner, 'agent.update', { agentActorId: owner.actorId, name: 'Me' }, 'not_found')
  })
  expect([recorded, await allowed(owner, 'agent.list', {})]).toEqual([[], [agent]])
  const change = { name: 'New', handle: 'newest', avatarUrl: 'https://example.com/a.png' }
  const capabilities = { delegatable: false, mentionable: true }
  const changed = await allowed(owner, 'agent.update', { agentActorId: agent.id, ...change, capabilities: { delegatable: false } })
  expect(changed).toEqual({ ...agent, ...change, capabilities })
  expect(await allowed(owner, 'agent.list', {})).toEqual([changed])
  expect(await allowed(owner, 'agent.update', { agentActorId: agent.id, avatarUrl: null })).toEqual({ ...changed, avatarUrl: null })
})

scenario(
  'each board of an agent hears of its new profile and capabilities, and no other board does',
  ['actor.agents.profile-changed', 'actor.agents.capabilities-changed'],
  async () => {
    const { ada, robo } = world
    const [second, without] = [await makeBoard(world), await makeBoard(world)]
    await allowed(ada, 'member.remove', { boardId: without.id, actorId: robo.actorId })
    const change = (input: object) => async () => {
      await allowed(ada, 'agent.update', { agentActorId: robo.actorId, ...input })
    }
    const heard = async (act: () => Promise<void>) => {
      let there: Activity[] = []
      let elsewhere: Activity[] = []
      const here = await board.recorded(async () => {
        there = await second.recorded(async () => {
          elsewhere = await without.recorded(act)
        })
      })
      expect(elsewhere).toEqual([])
      const said = (activities: Activity[]) => activities.map(({ verb, payload }) => ({ verb, payload }))
      expect(said(there)).toEqual(said(here))
      return here
    }
    expect(await heard(change({ name: 'Robo II' }))).toMatchObject([
      { verb: 'member.profile_changed', actorId: ada.actorId, payload: { actorId: robo.actorId, name: 'Robo II' } },
    ])
    expect(await heard(change({ capabilities: { mentionable: false } }))).toMatchObject([
      { verb: 'actor.capabilities_changed', payload: { actorId: robo.actorId, capabilities: { delegatable: true, mentionable: false } } },
    ])
    expect(await heard(change({ name: 'Robo II', capabilities: { mentionable: false } }))).toEqual([])
    const both = await heard(change({ name: 'Robo', capabilities: { mentionable: true } }))
    expect(verbsOf(both).toSorted()).toEqual(['actor.capabilities_changed', 'member.profile_changed'])
  },
)

scenario('the log of private acts goes back 400 days', ['actor.audit.retention'], async () => {
  const tandem = await startTestService()
  const account = { name: 'Old', email: 'old@example.com', password }
  expect((await tandem.anonymous.post('/api/auth/register', account)).status).toBe(201)
  const acts = async () => {
    await tandem.service.workers.retention.runOnce()
    const cookie = cookieOf(await tandem.anonymous.post('/api/auth/login', account))
    return (await allowed({ url: tandem.url, headers: { cookie } }, 'me.audit', {})).map((row) => row.act)
  }
  tandem.clock.advance(400 * 86_400_000 - 60_000)
  expect(await acts()).toEqual(['auth.login', 'auth.register'])
  tandem.clock.advance(120_000)
  expect(await acts()).toEqual(['auth.login', 'auth.login'])
  await tandem.stop()
})

/** The work of an actor on this board. */
async function workOf(who: Who) {
  const { assigned, delegated_to_me, sessions_awaiting_me, notifications, liveSessions, news, notReady, ...more } = await allowed(
    who,
    'me.work',
    {
      limit: 200,
    },
  )
  const here = <T extends { boardId: string }>(rows: T[]) => rows.filter((row) => row.boardId === board.id)
  expect([more, Object.keys(news).toSorted()]).toEqual([
    { cutAtLimit: [], agentPausedAt: null, pausedBoards: [], atCapacity: [], overBudgetBoards: [] },
    ['cursor', 'items'],
  ])
  return {
    notReady,
    assigned: here(assigned).map((card) => card.title),
    delegated: here(delegated_to_me).map((card) => card.title),
    live: here(liveSessions).map((session) => session.id),
    awaiting: here(sessions_awaiting_me).map((session) => session.id),
    unread: here(notifications).map((row) => row.reason),
  }
}

scenario('my work is what is assigned, delegated, asked and unread', ['actor.work.shape'], async () => {
  const { mia, vic, robo } = world
  const nothing = { notReady: [], assigned: [], delegated: [], live: [], awaiting: [], unread: [] }
  for (const who of [mia, vic, robo]) expect(await workOf(who)).toEqual(nothing)
  const { id: cardId } = await board.card('Mine', { assigneeActorIds: [mia.actorId] })
  const { session } = await allowed(world.ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
  await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
  expect(await workOf(mia)).toEqual({ ...nothing, assigned: ['Mine'], awaiting: [session.id], unread: ['question', 'assigned'] })
  expect(await workOf(robo)).toEqual({ ...nothing, delegated: ['Mine'], live: [session.id], unread: ['delegated'] })
  expect(await workOf(vic)).toEqual(nothing)
  await allowed(mia, 'session.answer', { sessionId: session.id, answer: 'The blue one' })
  await allowed(mia, 'notification.readAll', {})
  await allowed(mia, 'card.update', { cardId, completedAt: '2026-11-21T09:30:00.000Z' })
  expect(await workOf(mia)).toEqual(nothing)
  await refused(signedOut(), 'me.work', {}, 'unauthorized')
})

scenario(
  'delegated_to_me holds the open cards of the agent that are not done',
  ['actor.work.delegated-to-me', 'actor.work.delegated-excludes'],
  async () => {
    const { ada, robo } = world
    const post = (sessionId: string, op: object) => allowed(robo, 'session.post', { sessionId, ...op } as never)
    const delegate = async (title: string) => {
      const { id: cardId } = await board.card(title)
      const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
      return { cardId, sessionId: session.id }
    }
    await board.card('unassigned')
    await delegate('queued')
    await post((await delegate('working')).sessionId, { op: 'update', state: 'working' })
    await post((await delegate('awaiting')).sessionId, { op: 'ask_human', question: 'Which?' })
    await post((await delegate('error')).sessionId, { op: 'fail', reason: 'No' })
    const done = await delegate('done')
    await post(done.sessionId, { op: 'complete', summary: 'Yes' })
    const completed = await delegate('completed')
    await allowed(ada, 'card.update', { cardId: completed.cardId, completedAt: '2026-11-21T09:30:00.000Z' })
    const taken = await delegate('taken back')
    await allowed(ada, 'delegation.clear', { cardId: taken.cardId })
    const { id: absent } = await board.card('absent')
    const mark = 'update cards set delegate_actor_id = $2, delegated_by = $3, delegated_at = now() where id = $1'
    await world.tandem.database.pool.query(mark, [absent, robo.actorId, ada.actorId])
    const open = ['absent', 'awaiting', 'error', 'queued', 'working']
    const waiting = await workOf(robo)
    expect([waiting.delegated.toSorted(), waiting.notReady]).toEqual([open, [completed.sessionId]])
    expect((await workOf(ada)).delegated).toEqual([])
    await allowed(robo, 'session.open', { cardId: done.cardId })
    await allowed(ada, 'card.update', { cardId: completed.cardId, completedAt: null })
    expect((await workOf(robo)).delegated.toSorted()).toEqual([...open, 'completed', 'done'].toSorted())
  },
)

scenario(
  'tandem user erase deletes the personal data of a person, and what they did stays in the log',
  ['actor.erase.anonymised'],
  async () => {
    const { ada, tandem } = world
    const zoe = await newPerson('Zoe')
    await allowed(ada, 'member.add', { boardId: board.id, actorId: zoe.actorId, role: 'member' })
    const { id: cardId } = await board.card('Stays')
    await allowed(zoe, 'comment.create', { cardId, body: 'Mine' })
    const logged = () => allowed(ada, 'board.activity', { boardId: board.id, limit: 200 })
    const before = await logged()

    const machine = await createMachine({ DATABASE_URL: urlOf(tandem.address), INTEGRATION_SECRET_KEY: '0'.repeat(64) })
    onTestFinished(() => machine.remove())
    const ended = await machine.run(['user', 'erase', zoe.handle, '--yes'])
    expect(ended, ended.stderr).toMatchObject({ code: 0 })

    const after = await logged()
    expect(after.slice(-before.length)).toEqual(before)
    expect(after).toContainEqual(expect.objectContaining({ verb: 'comment.added', actorId: zoe.actorId }))
    const { rows } = await tandem.database.pool.query('select name, handle, email, password_hash from actors where id = $1', [zoe.actorId])
    expect(rows).toEqual([{ name: 'Erased person', handle: expect.stringMatching(/^erased-/), email: null, password_hash: null }])
    // A credential that was just accepted is cached for up to a second.
    await until(async () => (await call(zoe, 'me.get', {})).status === 401)
  },
)
