import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@tandem/client'
import type { Activity } from '@tandem/contract'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { boardsToFollow } from '../src/listen/followed.ts'
import { createForwardQueue, type Heard } from '../src/listen/forward-queue.ts'
import { createReport } from '../src/runner/report.ts'
import { type RunOptions, runAgent } from '../src/runner/run.ts'

const boards = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `board ${n}` }))

test('one listener follows 200 boards; of more it asks to choose', { meta: { proves: ['limit.listen.boards'] } }, async () => {
  const clientOf = (count: number) => ({ call: async (name: string) => (name === 'board.list' ? boards(count) : []) }) as unknown as Client
  const follow = (count: number, boardIds?: string[]) =>
    boardsToFollow(clientOf(count), { lookedAt: null, boards: {} }, { boardIds, followed: new Set<string>() })
  expect(await follow(200)).toHaveLength(200)
  await expect(follow(201)).rejects.toThrow(/at most 200 boards, not 201. Choose some with --board/)
  expect(await follow(201, ['board 200'])).toEqual([{ boardId: 'board 200', from: 0 }])
})

test('1,000 events wait in memory for a receiver that is slow; the next ones are taken again once half are gone', {
  meta: { proves: ['limit.listen.waiting'] },
}, async () => {
  const delivered: number[] = []
  const opened: number[] = []
  let goOn = () => {}
  const queue = createForwardQueue({
    cursor: { lookedAt: null, boards: {}, save: async () => {} },
    selects: () => true,
    deliver: ({ seq }) =>
      new Promise((resolve) => {
        goOn = () => {
          delivered.push(seq)
          resolve(true)
        }
      }),
    onRoom: () => void opened.push(delivered.length),
    onFailure: (error) => {
      throw error
    },
  })
  const event = (seq: number): Heard => ({ boardId: 'board', seq, activity: {} as Activity })
  // The first one is being delivered.
  const taken = Array.from({ length: 1_002 }, (_, seq) => queue.take(event(seq)))
  expect(taken.lastIndexOf(true)).toBe(1_000)
  expect(taken.indexOf(false)).toBe(1_001)
  while (opened.length === 0) {
    goOn()
    await new Promise(setImmediate)
  }
  expect(opened).toEqual([501])
  expect(queue.take(event(1_001))).toBe(true)
  const ended = queue.ended()
  goOn()
  await ended
})

test('a runner follows 200 boards; what is queued on others it finds by asking', {
  meta: { proves: ['limit.runner.boards'] },
}, async () => {
  const base = await mkdtemp(join(tmpdir(), 'tandem-runner-'))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const subscribed: string[] = []
  const drain = new AbortController()
  let asked = 0
  const client = {
    listen: () => ({ subscribe: (boardId: string) => void subscribed.push(boardId), close: () => {} }),
    call: async (name: string) => (name === 'board.list' ? boards(201) : []),
    async *pages() {
      asked += 1
      yield []
    },
  } as unknown as Client
  const terminal = { note: () => {}, result: () => {} }
  const options = {
    agent: { id: 'robo', name: 'Robo' },
    boardIds: [],
    filter: undefined,
    base,
    concurrency: 1,
    once: false,
    statusText: '',
    draining: drain.signal,
    setting: { leaving: drain.signal },
  } as unknown as RunOptions
  const running = runAgent({ client, url: '', terminal } as unknown as Parameters<typeof runAgent>[0], options)
  await until(() => asked > 0)
  expect(subscribed).toEqual(boards(200).map(({ id }) => id))
  drain.abort()
  expect(await running).toEqual({ worked: 0, failed: 0 })
})

test('a runner writes 200 logs of 8,000 characters into a session, and the end of what was printed', {
  meta: { proves: ['limit.runner.logs'] },
}, async () => {
  const logs: { text: string; omittedCharacters?: number }[] = []
  const client = {
    async call(_name: string, { op, payload }: { op: string; payload: { type: string; text: string } }) {
      if (op === 'log' && payload.type === 'output') logs.push(payload)
    },
  } as unknown as Client
  let [hour, printed] = [0, 0]
  const output = {
    read: async () => (printed > 300 ? [] : [`line ${printed++}`, 'x'.repeat(9_000)]),
    rest: () => [],
    leftOut: 0,
    offset: 0,
  }
  const report = createReport({
    client,
    sessionId: 'session',
    output,
    before: [],
    heartbeatMs: Infinity,
    now: () => hour * 3_600_000,
    onReported: async () => {},
    onFailure: (error) => {
      throw error
    },
  })
  for (hour = 1; hour <= 300; hour += 1) await report.tick()
  expect(logs).toHaveLength(200)
  await report.end()
  expect(logs).toHaveLength(201)
  expect(Math.max(...logs.map(({ text }) => text.length))).toBe(8_000)
  expect(logs.at(-1)?.omittedCharacters).toBeGreaterThan(100 * 9_000)
})
