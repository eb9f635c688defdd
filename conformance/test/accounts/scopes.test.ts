import { catalogue, type OperationName, type OperationSpec, plainScopes, type Role, type Scope } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { actable, makeReady, onceServed } from '../../src/acts.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ WEBHOOK_MAX_PER_BOARD: '1000' })
})
afterAll(() => world?.tandem.stop())

/** The role and the scope that an operation on a board needs: by the name of the operation, or by its prefix. */
const rights: Record<string, [Role, Scope]> = {
  'card.delete': ['admin', 'cards:write'],
  'board.': ['admin', 'boards:write'],
  'field.': ['admin', 'boards:write'],
  'rule.': ['admin', 'boards:write'],
  'member.': ['admin', 'members:write'],
  'invitation.': ['admin', 'members:write'],
  'webhook.': ['admin', 'webhooks:write'],
  'integration.': ['admin', 'integrations:write'],
  'list.': ['member', 'boards:write'],
  'label.': ['member', 'boards:write'],
  'view.': ['member', 'boards:write'],
  'card.': ['member', 'cards:write'],
  'checklist.': ['member', 'cards:write'],
  'delegation.': ['member', 'cards:write'],
  'relation.': ['member', 'cards:write'],
  'attachment.': ['member', 'cards:write'],
  'comment.': ['member', 'comments:write'],
  'session.': ['member', 'sessions:write'],
  'link.': ['member', 'integrations:write'],
  'card.event': ['member', 'integrations:write'],
  'session.answer': ['viewer', 'sessions:write'],
  'session.undo': ['member', 'cards:write'],
}
/** Done by the agent of the session alone. */
const ofAgents: readonly OperationName[] = ['session.post', 'session.heartbeat']
/** Beyond the role these ask who wrote the comment. */
const ofAuthors: readonly OperationName[] = ['comment.update', 'comment.delete']
/** Done by integrations alone, or by the one whose link it is and admins. */
const ofPlugins: readonly OperationName[] = ['link.put', 'link.delete']
/** Everyone who can read a board may copy it to one of their own. */
const copies: readonly OperationName[] = ['board.copy']

const onBoards = actable.filter(
  (name) =>
    'target' in (catalogue[name] as OperationSpec).access &&
    !ofAgents.includes(name) &&
    !ofPlugins.includes(name) &&
    !copies.includes(name),
)

function rightFor(name: OperationName): [Role, Scope] {
  const right = rights[name] ?? rights[`${name.split('.')[0]}.`]
  if (!right) throw new Error(`nothing says who may ${name}: add it to the rights`)
  return right
}

const everything = (name: OperationName, as: Caller) => makeReady(world, name).then((act) => act.send({ as }))
const outcome = async (name: OperationName, as: Caller) => {
  const answer = await everything(name, as)
  return answer.ok ? 'allowed' : answer.code
}

scenario(
  'what a role may, the next lower one may not, nor may a stranger: the work is for members, the settings for admins',
  [
    ...(['scope.role.member-comments', 'scope.role.member-sessions', 'scope.role.admin-people', 'scope.role.order'] as const),
    ...onceServed(['attachment.add'], ['scope.role.member-cards', 'scope.role.viewer-may-not']),
    ...onceServed(['view.create'], ['scope.role.member-structure']),
    ...onceServed(['rule.create', 'board.delete'], ['scope.role.admin-settings']),
    ...onceServed(['integration.install'], ['scope.role.admin-outside']),
    ...onceServed(['rule.create', 'board.delete', 'integration.install'], ['scope.role.member-may-not']),
  ],
  async () => {
    const { ada, mia, vic, eve } = world
    const ranks: readonly Role[] = ['viewer', 'member', 'admin']
    const people: [Role, Who][] = [
      ['viewer', vic],
      ['member', mia],
      ['admin', ada],
    ]
    for (const name of onBoards) {
      const [role] = rightFor(name)
      for (const [of, who] of people) {
        if (ofAuthors.includes(name) && of === 'member') continue
        const expected = ranks.indexOf(of) >= ranks.indexOf(role) ? 'allowed' : 'forbidden'
        if (expected === 'allowed' && of === 'admin' && role !== 'admin') continue
        expect([name, of, await outcome(name, who)]).toEqual([name, of, expected])
      }
      expect([name, 'stranger', await outcome(name, eve)]).toEqual([name, 'stranger', 'not_found'])
    }
  },
)

/** Every scope that neither is nor implies the one. */
function scopesWithout(scope: Scope): Scope[] {
  const implied = scope === 'boards:read' ? /:write$|^admin$/ : /^admin$/
  return plainScopes.filter((other) => other !== scope && !implied.test(other))
}

const tokenFor = async (scopes: readonly Scope[]): Promise<Caller> => {
  const { token } = await allowed(world.ada, 'token.create', { label: 'x', scopes: [...scopes] })
  return { url: world.ada.url, headers: { authorization: `Bearer ${token}` } }
}

scenario(
  'a token needs the scope of what it does, and needs no other',
  [
    ...(['scope.missing.comments-write', 'scope.missing.members-write', 'scope.missing.webhooks-write'] as const),
    ...onceServed(['attachment.add'], ['scope.missing.cards-write']),
    ...onceServed(['view.create', 'rule.create'], ['scope.missing.boards-write']),
    ...onceServed(['integration.install', 'card.event'], ['scope.missing.integrations-write']),
  ],
  async () => {
    const tokens = new Map<Scope, { only: Caller; without: Caller }>()
    for (const name of onBoards) {
      const [, scope] = rightFor(name)
      const token = tokens.get(scope) ?? { only: await tokenFor([scope]), without: await tokenFor(scopesWithout(scope)) }
      tokens.set(scope, token)
      const isForPeople = ['card.review', 'session.answer', 'session.start', 'session.stop', 'session.undo', 'session.update'].includes(
        name,
      )
      // A rule needs the scopes of its actions.
      const only = name === 'rule.create' || name === 'rule.update' ? await tokenFor([scope, 'cards:write']) : token.only
      if (!isForPeople) expect([name, 'with', await outcome(name, only)]).toEqual([name, 'with', 'allowed'])
      expect([name, 'without', await outcome(name, token.without)]).toEqual([name, 'without', 'forbidden'])
    }
  },
)

scenario('a token is minted with each scope there is, and with no other', ['scope.vocabulary.complete'], async () => {
  const { ada } = world
  const board = await makeBoard(world)
  const areas = ['boards', 'notifications', 'sessions'].flatMap((area) => [`${area}:read`, `${area}:write`])
  areas.push(...['cards', 'comments', 'members', 'agents', 'tokens', 'webhooks', 'integrations'].map((area) => `${area}:write`))
  expect(areas).toHaveLength(13)
  const mint = (scopes: string[]) => ({ label: 'x', scopes })
  for (const scope of [...areas, 'admin', `board:${board.id}`]) {
    const scopes = scope.startsWith('board:') ? ['boards:read', scope] : [scope]
    expect((await allowed(ada, 'token.create', mint(scopes))).scopes.toSorted()).toEqual(scopes.toSorted())
  }
  for (const scope of ['cards:read', 'boards', 'boards:admin', '*', 'administrator', 'board:', 'board:x'])
    expect([scope, await call(ada, 'token.create', mint([scope]))]).toMatchObject([scope, { ok: false, code: 'validation' }])
})

scenario('a token leashed to a board works sessions there, and nowhere else', ['scope.sessions.with-leash'], async () => {
  const [own, other] = [await makeBoard(world), await makeBoard(world)]
  const agent = await makeAgent(world, 'Leashed', [own.id, other.id], ['sessions:write', `board:${own.id}`])
  const { id: sessionId } = await allowed(agent, 'session.open', { cardId: (await own.card()).id })
  await allowed(agent, 'session.post', { sessionId, op: 'update', state: 'working' })
  expect((await allowed(agent, 'session.post', { sessionId, op: 'complete', summary: 'Done' })).session.state).toBe('done')
  await refused(agent, 'session.open', { cardId: (await other.card()).id }, 'forbidden')
  const elsewhere = await allowed(world.ada, 'session.open', { cardId: (await other.card()).id, agentActorId: agent.actorId })
  await refused(agent, 'session.post', { sessionId: elsewhere.id, op: 'progress', note: 'No' }, 'forbidden')
  expect((await allowed(agent, 'session.mine', {})).map(({ id }) => id)).toEqual([sessionId])
})

scenario('a viewer reads and exports, watches, keeps views of their own and answers questions', ['scope.role.viewer-may'], async () => {
  const { ada, mia, vic, robo } = world
  const board = await makeBoard(world)
  const { id: boardId } = board
  const url = 'http://10.0.0.1/'
  const { id: cardId, key } = await board.card('Card', { description: url })
  const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
  await allowed(robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which?' })
  const { id: viewId } = await allowed(mia, 'view.create', { boardId, name: 'Shared', query: {}, shared: true })
  const ids = { boardId, cardId, sessionId, viewId, url, cron: '0 9 * * 1', timezone: 'UTC' }
  const isForViewers = ({ kind, access }: OperationSpec) => kind === 'read' && 'target' in access && access.role === 'viewer'
  const reads = (Object.keys(catalogue) as OperationName[]).filter((name) => isForViewers(catalogue[name]) && needsOnly(name, ids))
  expect(reads).toEqual(
    expect.arrayContaining(['board.tree', 'board.activity', 'board.export', 'card.get', 'session.events', 'view.cards']),
  )
  for (const name of reads) expect([name, (await call(vic, name, ids as never)).status]).toEqual([name, 200])
  expect((await allowed(vic, 'card.getByKey', { key })).card.id).toBe(cardId)
  expect((await allowed(vic, 'search.cards', { boardId })).map((card) => card.id)).toEqual([cardId])

  expect((await call(vic, 'watch.set', { cardId })).status).toBe(204)
  const own = await allowed(vic, 'view.create', { boardId, name: 'Own', query: {}, shared: false })
  expect((await call(vic, 'view.update', { viewId: own.id, name: 'Mine' })).status).toBe(200)
  expect((await call(vic, 'view.delete', { viewId: own.id })).status).toBe(204)
  const { session } = await allowed(vic, 'session.answer', { sessionId, answer: 'That one' })
  expect([session.state, (await allowed(ada, 'session.get', { sessionId })).state]).toEqual(['working', 'working'])
})

/** Whether these ids are all that a path asks for. */
function needsOnly(name: OperationName, ids: Record<string, string>): boolean {
  const inPath = [...catalogue[name].rest.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  return inPath.every((key) => Object.hasOwn(ids, key))
}
