import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { uuidV7 } from '../../src/kernel/common/ids.ts'
import { newSecret, newToken } from '../../src/kernel/common/secrets.ts'
import { hashOfSecret } from '../../src/kernel/identity/authenticate.ts'
import { type Answer, type Sender, send } from '../kit/http.ts'
import { startTestService, type TestService } from '../kit/service.ts'

/** A caller with the headers of its credential. */
export type Caller = Sender & { actorId: string; headers: Record<string, string> }

export type World = {
  service: TestService
  /** Admin (of the instance too), member and viewer of `board`; `outsider` is admin of `otherBoard` and sees nothing of `board`. */
  admin: Caller
  member: Caller
  viewer: Caller
  outsider: Caller
  /** The admin's agent, member of `board`, with a token of every scope but tokens:write. */
  agent: Caller
  /** A token of the admin that may only read boards. */
  reader: Caller
  anonymous: Caller
  board: Board
  otherBoard: Board
  snapshot(): Promise<Record<string, string>>
}

type Board = { id: string; lists: string[]; cards: string[] }

const allScopes = ['admin', 'notifications:write', 'sessions:write']

const insertActor = sql(`insert into actors (id, kind, name, handle, email, owner_actor_id, can_be_delegated, can_be_mentioned, created_at,
    is_instance_admin)
  values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`)
const insertSession = sql(`insert into web_sessions (id, hash, actor_id, created_at, last_seen_at, expires_at)
  values ($1, $2, $3, $4, $4, $4::timestamptz + interval '30 days')`)
const insertToken = sql(`insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, last_used_at)
  values ($1, $2, 'last', 'test', $3, $4, $5, $6, $6)`)
const insertMember = sql('insert into members (board_id, actor_id, role, added_at) values ($1, $2, $3, $4)')

/**
 * Two boards with cards and people around them. Actors and credentials are written to the database: hashing passwords would take
 * most of the time of these tests.
 */
export async function startWorld(environment: Record<string, string> = {}): Promise<World> {
  return furnish(await startTestService({ environment }))
}

/** Creates them on a running service. */
export async function furnish(service: TestService): Promise<World> {
  const people = createPeople(service)
  const admin = await people.person('Ada', true)
  const [member, viewer, outsider] = [await people.person('Mo'), await people.person('Vi'), await people.person('Eve')]
  const agent = await people.agent('Robo', admin.actorId, allScopes)
  const [board, otherBoard] = [await makeBoard(admin, 'Engine'), await makeBoard(outsider, 'Elsewhere')]
  for (const [actor, role] of [
    [member, 'member'],
    [viewer, 'viewer'],
    [agent, 'member'],
  ] as const) {
    await service.database.rows(insertMember, [board.id, actor.actorId, role, now(service)])
  }
  const reader = await people.token(admin.actorId, ['boards:read'])
  const anonymous = { ...service.anonymous, actorId: '', headers: {} }
  return { service, admin, member, viewer, outsider, agent, reader, anonymous, board, otherBoard, snapshot: () => snapshot(service) }
}

const now = (service: TestService): string => new Date(service.clock.now()).toISOString()

/** Makes people with cookies and agents with tokens. */
export function createPeople(service: TestService) {
  const { database, url } = service
  const newId = () => uuidV7(service.clock.now())

  async function actor(name: string, owner: string | null, isInstanceAdmin = false): Promise<string> {
    const [id, handle] = [newId(), `${name.toLowerCase()}-${randomBytes(4).toString('hex')}`]
    const isAgent = owner !== null
    const values = [id, isAgent ? 'agent' : 'human', name, handle, isAgent ? null : `${handle}@example.com`, owner, isAgent || null]
    await database.rows(insertActor, [...values, now(service), isInstanceAdmin])
    return id
  }

  async function token(actorId: string, scopes: readonly string[], minterId = actorId): Promise<Caller> {
    const secret = newToken()
    await database.rows(insertToken, [newId(), hashOfSecret(secret), actorId, minterId, [...scopes], now(service)])
    const headers = { authorization: `Bearer ${secret}` }
    return { ...send(url, headers), actorId, headers }
  }

  async function cookie(actorId: string): Promise<Caller> {
    const secret = newSecret()
    await database.rows(insertSession, [newId(), hashOfSecret(secret), actorId, now(service)])
    const headers = { cookie: `kb_session=${secret}` }
    return { ...send(url, headers), actorId, headers }
  }

  return {
    token,
    cookie,
    person: async (name: string, isInstanceAdmin = false) => cookie(await actor(name, null, isInstanceAdmin)),
    agent: async (name: string, owner: string, scopes: readonly string[]) => token(await actor(name, owner), scopes, owner),
  }
}

async function makeBoard(owner: Caller, name: string): Promise<Board> {
  const { body: board } = await owner.post('/api/boards', { name, template: 'kanban' })
  const { body: tree } = await owner.get(`/api/boards/${board.id}`)
  const lists: string[] = tree.lists.map((list: { id: string }) => list.id)
  const cards: string[] = []
  for (const title of ['Rotate the keys', 'Write the changelog', 'Fix the build']) {
    cards.push((await owner.post(`/api/lists/${lists[0]}/cards`, { title })).body.id)
  }
  return { id: board.id, lists, cards }
}

/** Without the tables of the search index: a worker fills them later. */
const tables = sql<{ name: string }>(`select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not in ('card_texts', 'search_words', 'unread_texts') order by 1`)

/** A hash of the content of each table, without the times at which credentials were last used. */
async function snapshot({ database }: TestService): Promise<Record<string, string>> {
  const names = (await database.rows(tables)).map(({ name }) => name)
  const hashes = names.map(async (name) => {
    const row = `to_jsonb(t) - 'last_used_at' - 'last_seen_at'`
    const hashed = sql<{ hash: string }>(`select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as hash
      from (select md5((${row})::text) as h from "${name}" t) rows`)
    return [name, (await database.row(hashed))?.hash ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** The refusal in the envelope, with a message that says what to do next. */
export function expectRefusal(answer: Pick<Answer, 'status' | 'body' | 'text'>, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }, answer.text.slice(0, 300)).toEqual({ status, code })
  expect(answer.body.error.message).toMatch(/^.{15,}\.$/s)
  expect(Object.keys(answer.body)).toEqual(['error'])
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+|\bselect \b|\binsert into\b|node_modules/i)
}
