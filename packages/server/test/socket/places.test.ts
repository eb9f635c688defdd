import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionLimits } from '../../src/surfaces/http/connection-limits.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { type TestSocket, tryToOpen } from '../kit/socket.ts'
import { listen } from '../mcp/listen.ts'
import { callTool, post } from '../mcp/raw.ts'
import { startWork } from '../mcp/working.ts'

const ofPerson = 12
const inAll = 24
let tandem: TestService
let [ada, bob, carol]: Person[] = []
beforeAll(async () => {
  tandem = await startTestService({ environment: { CONNECTIONS_MAX: '32' } })
  const { mostLiveSockets, mostListenersPerPerson } = connectionLimits(tandem.config)
  expect([mostLiveSockets, mostListenersPerPerson]).toEqual([inAll, ofPerson])
  ;[ada, bob, carol] = [await tandem.register('Ada'), await tandem.register('Bob'), await tandem.register('Carol')]
})
afterAll(() => tandem.stop())

const headersOf = ({ cookie, token }: Person): Record<string, string> =>
  cookie === null ? { authorization: `Bearer ${token}` } : { cookie }

/** Makes this many handshakes at once, divided among the callers. */
async function openAtOnce(number: number, callers: readonly Person[]) {
  const answers = await Promise.all(
    Array.from({ length: number }, (_, n) => tryToOpen(tandem.url, headersOf(callers[n % callers.length] as Person))),
  )
  const open = answers.filter((answer): answer is TestSocket => 'ws' in answer)
  return { open, refused: answers.filter((answer) => 'status' in answer) }
}

test('a person and their agents share a limit of sockets over all surfaces, and others keep theirs', {
  meta: { proves: ['limit.listeners.person', 'limit.listeners.all'] },
}, async () => {
  const { session, token } = await startWork({ service: tandem, owner: ada as Person })
  const robo = tandem.withToken(token)
  const agents = [{ ...robo, cookie: null, token } as Person, await tandem.agent(ada as Person, 'Second')]
  const mine = await openAtOnce(ofPerson + 6, [ada as Person, ...agents])
  expect(mine.open).toHaveLength(ofPerson)
  expect(mine.refused).toEqual(Array.from({ length: 6 }, () => ({ status: 429, code: 'rate_limited' })))
  const stream = await listen(tandem.url, token, ['me://work'])
  expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '60'])
  const { body, headers } = callTool('session_read', {
    method: 'poll_events',
    params: { sessionId: session.id, since: '2999-01-01T00:00:00Z', waitSeconds: 25 },
  })
  expect((await post(tandem.url, token, body, headers)).text).toMatch(/A person and their agents have at most 12 sockets/)

  const theirs = await openAtOnce(ofPerson, [bob as Person])
  expect(theirs.open).toHaveLength(ofPerson)
  const carols = await tandem.agent(carol as Person, 'Third')
  const refused = await listen(tandem.url, carols.token as string, ['me://work'])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])

  mine.open[0]?.close()
  await until(async () => {
    const again = await openAtOnce(1, agents)
    mine.open.push(...again.open)
    return again.open.length === 1
  })
  for (const socket of [...mine.open, ...theirs.open]) socket.close()
})
