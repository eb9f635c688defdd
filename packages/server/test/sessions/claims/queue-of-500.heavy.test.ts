import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../kit/http.ts'
import { startTeam } from '../fixture/team.ts'

/**
 * 16 processes on one queue of 500 cards. Ten are killed at random while there is plenty left to take, two stand still with a card until its lease is over and then report.
 */
const program = fileURLToPath(new URL('../fixture/queue-runner.ts', import.meta.url))
const [processes, killed, cardCount] = [16, 10, 500]

type Said = { name: string; sessionId?: string; generation?: number; op?: string; status?: number; claimed?: string; note?: string }

test('16 runners finish a queue of 500 cards once each, though ten are killed', {
  meta: { proves: ['claim.once', 'lease.fence', 'lease.expired'] },
  timeout: 240_000,
}, async () => {
  const team = await startTeam({ environment: { RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SESSION: '0' } })
  onTestFinished(() => team.stop())
  const folder = await mkdtemp(join(tmpdir(), 'tandem-queue-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const seen = join(folder, 'seen')
  await writeFile(seen, '')
  const listId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Ready' })).body.id
  await team.ada.patch(`/api/lists/${listId}`, { queue: {} })
  for (let at = 0; at < cardCount; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => team.ada.post(`/api/lists/${listId}/cards`, { title: `card ${at + n}` })))

  const start = (name: string, holds = false): ChildProcess =>
    spawn(process.execPath, [program], {
      env: {
        ...process.env,
        URL: team.tandem.url,
        TOKEN: (Number(name) % 2 ? team.robo : team.bert).token ?? '',
        LIST: listId,
        SEEN: seen,
        NAME: name,
        HOLDS: holds ? 'yes' : 'no',
      },
      stdio: 'inherit',
    })
  const entries = async () =>
    (await readFile(seen, 'utf8'))
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line): Said => JSON.parse(line))
  const claims = async () => (await entries()).filter(({ claimed }) => claimed !== undefined).length

  const running = Array.from({ length: processes }, (_, at) => start(`${at}`, at < 2))
  const ended = running.map((child) => once(child, 'exit'))
  for (let at = 0; at < killed; at++) {
    const before = await claims()
    await until(async () => (await claims()) >= before + 5 + Math.floor(Math.random() * 15))
    running[2 + at]?.kill('SIGKILL')
  }
  const exits = await Promise.all(ended.slice(2, 2 + killed))
  expect(exits).toEqual(Array.from({ length: killed }, () => [null, 'SIGKILL']))
  // The remaining processes take all ready cards; those that the others held wait for the end of their leases.
  await Promise.all(ended.slice(2 + killed))
  for (let round = 0; round < 3; round++) {
    team.tandem.clock.advance(61_000)
    await team.tandem.service.workers.watchdog.runOnce()
    await once(start(`${100 + round}`), 'exit')
  }
  const late = await entries()
  for (const one of running) one.kill('SIGKILL')

  const sessions = await allSessions()
  expect(sessions).toHaveLength(cardCount)
  expect(sessions.filter(({ state }) => state !== 'done')).toEqual([])
  const accepted = late.filter(({ op, status }) => op === 'complete' && status === 200)
  expect(new Set(accepted.map(({ sessionId }) => sessionId)).size).toBe(accepted.length)
  const claimed = late.filter(({ claimed }) => claimed !== undefined).map(({ sessionId, generation }) => `${sessionId} ${generation}`)
  expect(new Set(claimed).size).toBe(claimed.length)

  // The cards of the two paused processes were done by others. They report now, with their old generations.
  for (const { sessionId, generation, name } of late.filter((entry) => entry.claimed !== undefined && Number(entry.name) < 2)) {
    if (late.some((entry) => entry.sessionId === sessionId && entry.name === name && entry.op === 'complete')) continue
    const answer = await team.post(
      sessionId ?? '',
      { op: 'complete', summary: 'late', generation },
      Number(name) % 2 ? team.robo : team.bert,
    )
    expect(answer.status).toBe(409)
  }
  await noneOfAnOlderGeneration()

  async function allSessions(): Promise<any[]> {
    const all: any[] = []
    for (let cursor = ''; ; ) {
      const page = (await team.ada.get(`/api/boards/${team.boardId}/sessions?limit=200${cursor}`)).body
      all.push(...page)
      if (page.length < 200) return all
      cursor = `&cursor=${page.at(-1).id}`
    }
  }

  /** A report names the generation under which it was made: after a lease has expired none of an older one was taken. */
  async function noneOfAnOlderGeneration(): Promise<void> {
    const again = sessions.filter((session) => session.lease.generation > 1)
    expect(again.length).toBeGreaterThan(1)
    for (const { id, lease } of again) {
      let current = 1
      for (const { body } of await team.events(id)) {
        if (body.type === 'lease_expired') current = body.generation
        const said = /in (\d+)$/.exec(body.note ?? body.summary ?? '')?.[1]
        if (said !== undefined) expect(Number(said)).toBe(current)
      }
      expect(current).toBe(lease.generation)
    }
  }
})
