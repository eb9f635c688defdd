import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Person, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'

let tandem: TestService
let ada: Caller & { actorId: string }
let bob: Caller & { actorId: string }
let boardId: string
let otherBoardId: string

const as = (person: Person): Caller & { actorId: string } => ({
  url: tandem.url,
  headers: { cookie: person.cookie ?? '' },
  actorId: person.actorId,
})
const bearer = (token: string): Caller => ({ url: tandem.url, headers: { authorization: `Bearer ${token}` } })
const anonymous = (): Caller => ({ url: tandem.url, headers: {} })

beforeAll(async () => {
  tandem = await startTestService()
  ada = as(await tandem.register('Ada'))
  bob = as(await tandem.register('Bob'))
  boardId = (await allowed(ada, 'board.create', { name: 'One' })).id
  otherBoardId = (await allowed(ada, 'board.create', { name: 'Two' })).id
})
afterAll(() => tandem?.stop())

const mint = async (by: Caller, scopes: string[], more: { expiresAt?: string; actorId?: string } = {}) =>
  allowed(by, 'token.create', { label: 'x', scopes, ...more })
const parentWith = async (scopes: string[], more: { expiresAt?: string } = {}): Promise<Caller> =>
  bearer((await mint(ada, ['tokens:write', ...scopes], more)).token ?? '')

scenario(
  'a signed-in person mints a token and sees its plaintext once',
  [
    'token.create.response',
    'token.create.by-cookie',
    'token.plaintext.format',
    'token.plaintext.once',
    'token.list.last-four',
    'token.create.default-actor',
  ],
  async () => {
    const minted = await mint(ada, ['boards:read'])
    expect(minted).toMatchObject({ label: 'x', scopes: ['boards:read'], actorId: ada.actorId, expiresAt: null })
    expect(minted.token).toMatch(/^kbt_[0-9A-Za-z]{46}$/)
    const listed = await allowed(ada, 'token.list', {})
    expect(JSON.stringify(listed)).not.toContain(minted.token)
    expect(JSON.stringify(listed)).toContain(minted.token?.slice(-4))
    expect((await allowed(bearer(minted.token ?? ''), 'me.get', {})).id).toBe(ada.actorId)
  },
)

scenario(
  'minting is refused without a credential, and with a token without tokens:write',
  ['token.create.anonymous', 'token.create.without-tokens-write'],
  async () => {
    await refused(anonymous(), 'token.create', { label: 'x', scopes: ['boards:read'] }, 'unauthorized')
    const plain = bearer((await mint(ada, ['boards:write', 'admin'])).token ?? '')
    await refused(plain, 'token.create', { label: 'x', scopes: ['boards:read'] }, 'forbidden')
  },
)

scenario('label and known scopes are required', ['token.create.label-scopes-required', 'token.create.unknown-scope'], async () => {
  for (const body of [
    { scopes: ['boards:read'] },
    { label: 'x' },
    { label: 'x', scopes: ['cards:read'] },
    { label: 'x', scopes: ['board:nothing'] },
  ]) {
    await refused(ada, 'token.create', body as never, 'validation')
  }
})

scenario(
  'a token may act as an agent of the caller, and as no other actor',
  ['token.create.for-own-agent', 'token.create.for-foreign-actor'],
  async () => {
    const agent = await allowed(ada, 'agent.create', { name: 'Robo' })
    const minted = await mint(ada, ['boards:read'], { actorId: agent.id })
    expect((await allowed(bearer(minted.token ?? ''), 'me.get', {})).id).toBe(agent.id)
    for (const actorId of [bob.actorId, agent.id]) {
      const answer = await call(bob, 'token.create', { label: 'x', scopes: ['boards:read'], actorId })
      expect(answer.ok).toBe(actorId === bob.actorId)
    }
  },
)

scenario(
  'a malformed bearer is refused like an unknown one',
  ['token.plaintext.malformed', 'error.code.invalid-token', 'auth.bearer.no-fallback'],
  async () => {
    const { token } = await mint(ada, ['boards:read'])
    const broken = `${token?.slice(0, -1)}${token?.endsWith('0') ? '1' : '0'}`
    for (const text of [broken, 'kbt_short', 'nonsense']) await refused(bearer(text), 'me.get', {}, 'invalid_token')
    await refused({ url: tandem.url, headers: { ...ada.headers, authorization: `Bearer ${broken}` } }, 'me.get', {}, 'invalid_token')
  },
)

scenario('the database holds only the hash', ['token.plaintext.hashed'], async () => {
  const { token } = await mint(ada, ['boards:read'])
  const { rows } = await tandem.database.pool.query('select t::text as text from tokens t union all select l::text from ledger l')
  expect(JSON.stringify(rows)).not.toContain(token)
})

scenario('a token expires at its time and not before, or never', ['token.expiry.refused-after', 'token.expiry.optional'], async () => {
  const expiresAt = new Date(tandem.clock.now() + 3_600_000).toISOString()
  const brief = bearer((await mint(ada, ['boards:read'], { expiresAt })).token ?? '')
  const lasting = bearer((await mint(ada, ['boards:read'])).token ?? '')
  await allowed(brief, 'me.get', {})
  tandem.clock.advance(3_600_001)
  await refused(brief, 'me.get', {}, 'invalid_token')
  await allowed(lasting, 'me.get', {})
})

scenario('use is tracked, under both names', ['token.last-used.tracked', 'token.last-used.both-names'], async () => {
  const minted = await mint(ada, ['boards:read'])
  const mine = async () => (await allowed(ada, 'token.list', {})).find((token) => token.id === minted.id)
  expect(await mine()).toMatchObject({ lastUsedAt: null, last_used_at: null })
  await allowed(bearer(minted.token ?? ''), 'me.get', {})
  const used = await mine()
  expect(used?.lastUsedAt).not.toBeNull()
  expect(used?.last_used_at).toBe(used?.lastUsedAt)
})

scenario("the list shows the caller's tokens and those of its agents", ['token.list.own-and-agents'], async () => {
  const agent = await allowed(bob, 'agent.create', { name: 'Bobs' })
  const [own, agents] = [await mint(bob, ['boards:read']), await mint(bob, ['boards:read'], { actorId: agent.id })]
  const ids = (await allowed(bob, 'token.list', {})).map((token) => token.id)
  expect(ids).toEqual(expect.arrayContaining([own.id, agents.id]))
  const hers = (await allowed(ada, 'token.list', {})).map((token) => token.id)
  expect(hers.filter((id) => ids.includes(id))).toEqual([])
})

scenario(
  'revoking ends a token and all that it minted, at once; the list says how many those are',
  ['token.revoke.answer', 'token.revoke.effective', 'token.revoke.descendants', 'token.list.tree'],
  async () => {
    const parent = await mint(ada, ['tokens:write', 'boards:read'])
    const child = await allowed(bearer(parent.token ?? ''), 'token.create', { label: 'child', scopes: ['boards:read'] })
    await allowed(bearer(child.token ?? ''), 'me.get', {})
    const listed = await allowed(ada, 'token.list', {})
    const treeOf = (id: string) => listed.filter((one) => one.id === id).map(({ parentId, descendants }) => [parentId, descendants])
    expect([...treeOf(parent.id), ...treeOf(child.id)]).toEqual([
      [null, 1],
      [parent.id, 0],
    ])
    const revoked = await call(ada, 'token.revoke', { tokenId: parent.id })
    expect(revoked.status).toBe(204)
    await refused(bearer(parent.token ?? ''), 'me.get', {}, 'invalid_token')
    await refused(bearer(child.token ?? ''), 'me.get', {}, 'invalid_token')
  },
)

scenario(
  'a token mints only what is strictly weaker than itself',
  [
    'token.child.scopes-subset',
    'token.child.no-tokens-write',
    'token.child.equal-otherwise',
    'token.child.leash-not-wider',
    'token.child.leash-missing',
    'token.child.expiry-not-later',
    'token.child.expiry-missing',
  ],
  async () => {
    const expiresAt = new Date(tandem.clock.now() + 3_600_000).toISOString()
    const later = new Date(tandem.clock.now() + 7_200_000).toISOString()
    const leash = `board:${boardId}`
    const parent = await parentWith(['cards:write', leash], { expiresAt })
    const child = (scopes: string[], until?: string) => ({ label: 'child', scopes, ...(until && { expiresAt: until }) })
    await allowed(parent, 'token.create', child(['cards:write', leash], expiresAt))
    const wider = [
      child(['members:write', leash], expiresAt),
      child(['cards:write', 'tokens:write', leash], expiresAt),
      child(['cards:write', leash, `board:${otherBoardId}`], expiresAt),
      child(['cards:write'], expiresAt),
      child(['cards:write', leash], later),
      child(['cards:write', leash]),
    ]
    for (const request of wider) await refused(parent, 'token.create', request, 'forbidden')
  },
)

scenario('a leashed token mints for its own actor only', ['token.child.leashed-parent-own-actor'], async () => {
  const agent = await allowed(ada, 'agent.create', { name: 'Leashed' })
  const parent = await parentWith(['boards:read', `board:${boardId}`])
  await refused(parent, 'token.create', { label: 'x', scopes: ['boards:read', `board:${boardId}`], actorId: agent.id }, 'forbidden')
})

let cardId: string
beforeEach(async () => {
  const tree = await allowed(ada, 'board.tree', { boardId })
  const listId = tree.lists[0]?.id ?? (await allowed(ada, 'list.create', { boardId, name: 'L' })).id
  cardId = (await allowed(ada, 'card.create', { listId, title: 'T' })).id
})

scenario(
  'write scopes imply reading, admin implies all but sessions, inbox and minting',
  [
    'scope.implies.write-read',
    'scope.implies.boards-read',
    'scope.implies.admin',
    'scope.implies.admin-not-sessions',
    'scope.implies.admin-not-notifications',
    'scope.implies.admin-not-tokens-write',
  ],
  async () => {
    for (const scope of ['cards:write', 'comments:write', 'boards:write', 'members:write', 'webhooks:write', 'integrations:write']) {
      await allowed(bearer((await mint(ada, [scope])).token ?? ''), 'board.tree', { boardId })
    }
    await allowed(bearer((await mint(ada, ['notifications:write'])).token ?? ''), 'notification.list', {})
    await allowed(bearer((await mint(ada, ['sessions:write'])).token ?? ''), 'session.mine', {})
    const admin = bearer((await mint(ada, ['admin'])).token ?? '')
    await allowed(admin, 'card.update', { cardId, title: 'by admin' })
    await allowed(admin, 'webhook.list', { boardId })
    await allowed(admin, 'agent.create', { name: 'By admin' })
    await refused(admin, 'session.mine', {}, 'forbidden')
    await refused(admin, 'notification.list', {}, 'forbidden')
    await refused(admin, 'token.create', { label: 'x', scopes: ['boards:read'] }, 'forbidden')
  },
)

scenario(
  'a scope that is missing is a 403 on what one can see',
  [
    'scope.missing.boards-read',
    'scope.missing.cards-write',
    'scope.missing.comments-write',
    'scope.missing.members-write',
    'scope.missing.webhooks-write',
    'scope.missing.notifications',
    'scope.missing.sessions',
    'error.code.forbidden',
  ],
  async () => {
    const narrow = bearer((await mint(ada, ['boards:read'])).token ?? '')
    await refused(bearer((await mint(ada, ['sessions:read'])).token ?? ''), 'board.tree', { boardId }, 'forbidden')
    await refused(narrow, 'card.update', { cardId, title: 'no' }, 'forbidden')
    await refused(narrow, 'checklist.add', { cardId, text: 'no' }, 'forbidden')
    await refused(narrow, 'comment.create', { cardId, body: 'no' }, 'forbidden')
    await refused(narrow, 'member.add', { boardId, actorId: bob.actorId, role: 'viewer' }, 'forbidden')
    await refused(narrow, 'webhook.list', { boardId }, 'forbidden')
    await refused(narrow, 'notification.list', {}, 'forbidden')
    await refused(narrow, 'notification.readAll', {}, 'forbidden')
    await refused(narrow, 'session.mine', {}, 'forbidden')
  },
)

scenario(
  'a leash holds a token on its boards',
  [
    'scope.leash.own-board',
    'scope.leash.other-board-readable',
    'scope.leash.other-board-unreadable',
    'scope.leash.union',
    'scope.leash.lists-filtered',
    'scope.leash.no-board-creation',
  ],
  async () => {
    const foreign = (await allowed(bob, 'board.create', { name: 'Foreign' })).id
    const third = (await allowed(ada, 'board.create', { name: 'Third' })).id
    const one = bearer((await mint(ada, ['boards:write', `board:${boardId}`])).token ?? '')
    await allowed(one, 'board.tree', { boardId })
    await refused(one, 'board.tree', { boardId: otherBoardId }, 'forbidden')
    await refused(one, 'board.tree', { boardId: foreign }, 'not_found')
    await refused(one, 'board.create', { name: 'No' }, 'forbidden')
    const two = bearer((await mint(ada, ['boards:read', `board:${boardId}`, `board:${otherBoardId}`])).token ?? '')
    await allowed(two, 'board.tree', { boardId: otherBoardId })
    await refused(two, 'board.tree', { boardId: third }, 'forbidden')
    expect((await allowed(two, 'board.list', {})).map((board) => board.id).toSorted()).toEqual([boardId, otherBoardId].toSorted())
  },
)

scenario(
  'a right is scope and role together, as the role is now',
  ['scope.effective.role-now', 'scope.effective.intersection', 'scope.refusal.order', 'scope.role.viewer-may-not', 'scope.role.order'],
  async () => {
    await allowed(ada, 'member.add', { boardId, actorId: bob.actorId, role: 'member' })
    const token = bearer((await mint(bob, ['admin'])).token ?? '')
    await allowed(token, 'card.update', { cardId, title: 'as member' })
    await refused(token, 'board.update', { boardId, name: 'no' }, 'forbidden')
    await allowed(ada, 'member.update', { boardId, actorId: bob.actorId, role: 'viewer' })
    await refused(token, 'card.update', { cardId, title: 'as viewer' }, 'forbidden')
    await refused(bob, 'comment.create', { cardId, body: 'no' }, 'forbidden')
    await allowed(bob, 'board.tree', { boardId })
    await allowed(ada, 'member.remove', { boardId, actorId: bob.actorId })
    await refused(token, 'card.update', { cardId, title: 'gone' }, 'not_found')
    await refused(bearer((await mint(bob, ['sessions:read'])).token ?? ''), 'card.update', { cardId, title: 'x' }, 'not_found')
  },
)
