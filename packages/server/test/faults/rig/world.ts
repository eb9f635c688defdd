import { type Answer, ask, describeOutcome, type Question, succeeded } from './ask.ts'

export type Credential = { actorId: string; headers: Record<string, string>; kind: 'human' | 'agent' }
/** `seq` and `lastActivityId` are those of the board once all is set up. */
export type Board = { id: string; listIds: string[]; seq: number; lastActivityId: string }
/** `urls` are those of the instances that the writers use, `url` is the first of them. */
export type World = {
  url: string
  urls: readonly string[]
  admin: Credential
  people: Credential[]
  agents: Credential[]
  boards: Board[]
  spare: Board
}

/** Two boards with all actors as members, and a spare one; five people by cookie and three agents by token. */
export async function makeWorld(url: string): Promise<World> {
  const admin = await register(url, 'Ada')
  const boards = [await makeBoard(url, admin, 'Engine'), await makeBoard(url, admin, 'Loom'), await makeBoard(url, admin, 'Spare')]
  const people = await inTurn(5, (n) => register(url, `Person ${n}`))
  const agents = await inTurn(3, (n) => makeAgent(url, admin, `Agent ${n}`))
  for (const board of boards) {
    for (const { actorId } of [...people, ...agents])
      await must(url, post(admin, `/api/boards/${board.id}/members`, { actorId, role: 'member' }))
    board.seq = (await must(url, get(admin, `/api/boards/${board.id}`))).body.seq
    board.lastActivityId = (await must(url, get(admin, `/api/boards/${board.id}/activity?limit=1`))).body[0].id
  }
  const [first, second, spare] = boards
  if (!first || !second || !spare) throw new Error('no boards')
  return { url, urls: [url], admin, people, agents, boards: [first, second], spare }
}

async function register(url: string, name: string): Promise<Credential> {
  const email = `${name.toLowerCase().replace(/\W/g, '.')}@example.com`
  const answer = await must(url, { method: 'POST', path: '/api/auth/register', body: { email, name, password: 'correct horse battery' } })
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { actorId: answer.body.id, headers: { cookie }, kind: 'human' }
}

async function makeAgent(url: string, owner: Credential, name: string): Promise<Credential> {
  const agent = await must(url, post(owner, '/api/agents', { name }))
  const scopes = ['cards:write', 'comments:write', 'sessions:write', 'boards:read']
  const token = await must(url, post(owner, '/api/tokens', { label: name, scopes, actorId: agent.body.id }))
  return { actorId: agent.body.id, headers: { authorization: `Bearer ${token.body.token}` }, kind: 'agent' }
}

async function makeBoard(url: string, owner: Credential, name: string): Promise<Board> {
  const board = await must(url, post(owner, '/api/boards', { name, template: 'kanban' }))
  const tree = await must(url, get(owner, `/api/boards/${board.body.id}`))
  return { id: board.body.id, listIds: tree.body.lists.map((list: { id: string }) => list.id), seq: 0, lastActivityId: '' }
}

export const get = (as: Credential, path: string): Question => ({ method: 'GET', path, headers: as.headers })
export const post = (as: Credential, path: string, body: unknown): Question => ({ method: 'POST', path, headers: as.headers, body })

/** For requests during which no fault is expected. */
async function must(url: string, question: Question): Promise<Answer> {
  const outcome = await ask(url, question)
  if (!succeeded(outcome)) throw new Error(`${question.method} ${question.path}: ${describeOutcome(outcome)}`)
  return outcome
}

async function inTurn<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 1; n <= count; n++) made.push(await make(n))
  return made
}
