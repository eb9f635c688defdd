import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** An agent that follows `next` alone, as a process that may be killed at any point. */
const program = fileURLToPath(new URL('fixture/scripted-agent.ts', import.meta.url))

let tandem: TestService
let ada: Person
let boardId: string
let listId: string
let folder: string
let calls: string

beforeAll(async () => {
  tandem = await startTestService({ environment: { RATE_LIMIT_TOKEN: '0' } })
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban', agentGuidance: 'Be brief.' })).body.id
  listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  folder = await mkdtemp(join(tmpdir(), 'tandem-scripted-'))
  calls = join(folder, 'calls')
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await tandem?.stop()
})

/** A card with three items, delegated to an agent of its own. */
async function story() {
  await writeFile(calls, '')
  const robo = await tandem.agent(ada, `Robo ${crypto.randomUUID().slice(0, 8)}`, [boardId])
  const card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Paint the shed', description: 'It is grey.' })).body
  for (const text of ['sand', 'prime', 'paint']) await ada.post(`/api/cards/${card.id}/checklist-items`, { text })
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  const start = (killAt?: number): ChildProcess =>
    spawn(process.execPath, [program], {
      env: {
        ...process.env,
        URL: tandem.url,
        TOKEN: robo.token ?? '',
        CALLS: calls,
        ...(killAt !== undefined && { KILL_AT: String(killAt) }),
      },
      stdio: 'inherit',
    })
  const sessionNow = async () => (await ada.get(`/api/sessions/${session.id}`)).body
  const answered = async () => {
    if ((await sessionNow()).state === 'awaiting_input') await ada.post(`/api/sessions/${session.id}/answer`, { answer: 'blue' })
    return (await sessionNow()).endedAt !== null
  }
  const verbs = async (): Promise<string[]> =>
    (await ada.get(`/api/cards/${card.id}/activity?since=2020-01-01&limit=200`)).body.map(({ verb }: { verb: string }) => verb)
  return { session, start, sessionNow, answered, verbs }
}

type Made = { tool: string; given: object; said: string }
const callsMade = async (): Promise<Made[]> =>
  (await readFile(calls, 'utf8'))
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** A lease expires this long after the last call that extended it. */
const leaseMs = 900_000

/** Whether the agent is waiting for a card to claim. */
async function waitsForWork(): Promise<boolean> {
  const { next } = JSON.parse((await callsMade()).at(-1)?.said ?? '{}')
  return next?.method === 'claim_next' && next.params.waitSeconds !== undefined
}

test('an agent that follows next alone comes to the end in 12 calls and 6,000 tokens, with a late answer and a restart', {
  meta: { proves: ['mcp.story.cost', 'mcp.poll.answered'] },
}, async () => {
  const { session, start, sessionNow, verbs } = await story()
  const first = start()
  await until(async () => (await callsMade()).length >= 4)
  // The agent waits for an answer now. Each wait ends after 25 s of the service's clock.
  for (const waits of [5, 6]) {
    await until(async () => {
      if ((await callsMade()).length >= waits) return true
      tandem.clock.advance(5_000)
      return false
    })
  }
  first.kill('SIGKILL')
  await once(first, 'exit')
  const second = start()
  await until(async () => (await callsMade()).length >= 7)
  tandem.clock.advance(15_000)
  await ada.post(`/api/sessions/${session.id}/answer`, { answer: 'blue' })
  expect(await once(second, 'exit')).toEqual([0, null])
  expect(await sessionNow()).toMatchObject({ state: 'done', summary: 'Painted it blue.' })
  expect((await verbs()).filter((verb) => verb === 'card.checklist_item_completed')).toHaveLength(3)
  const made = await callsMade()
  // Plus the call that the SIGKILL interrupted.
  expect(made.length + 1).toBeLessThanOrEqual(12)
  const tokens = made.reduce((sum, { given, said }) => sum + encode(JSON.stringify(given)).length + encode(said).length, 0)
  expect(tokens).toBeLessThanOrEqual(6_000)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'killed when call %i was sent, it completes once, and does nothing twice',
  {
    meta: { proves: ['mcp.story.killed'] },
  },
  async (killAt) => {
    const { start, sessionNow, answered, verbs } = await story()
    const first = start(killAt)
    let isOver = false
    void once(first, 'exit').then(() => (isOver = true))
    await until(async () => (await answered()) || isOver)
    await until(() => isOver)
    expect(first.signalCode).toBe('SIGKILL')
    const second = start()
    let code: unknown
    void once(second, 'exit').then(([exit]) => (code = exit))
    // The second agent waits for the card that the first one had claimed, and takes it over when that lease expires. Time passes once: the
    // lease of the second one does not expire, however slow it is.
    let hasPassed = false
    await until(async () => {
      if (!hasPassed && (await sessionNow()).state === 'working' && (await waitsForWork())) {
        hasPassed = true
        tandem.clock.advance(leaseMs + 1_000)
        await tandem.service.workers.watchdog.runOnce()
      }
      return (await answered()) && code !== undefined
    })
    expect(code).toBe(0)
    expect(await sessionNow()).toMatchObject({ state: 'done', summary: 'Painted it blue.' })
    const all = await verbs()
    const count = (verb: string) => all.filter((one) => one === verb).length
    const singles = ['agent_session.created', 'agent_session.question', 'agent_session.answered', 'agent_session.completed']
    expect(singles.map(count)).toEqual([1, 1, 1, 1])
    expect(count('card.checklist_item_completed')).toBe(3)
  },
)
