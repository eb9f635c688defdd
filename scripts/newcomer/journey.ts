import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createClient } from '../../packages/client/src/index.ts'
import { finish, type Running, start, within } from './command.ts'
import type { Place } from './place.ts'
import type { Instructions } from './readme.ts'
import type { Report } from './report.ts'
import { agents } from './smoke/agents.ts'
import { pages } from './smoke/pages.ts'
import { programs, starts } from './smoke/programs.ts'
import { rest } from './smoke/rest.ts'
import { begin, type Check, email, type Visit } from './smoke/visit.ts'
import { filesLeft, watch } from './traces.ts'

/** Limits for hanging steps, not goals: a machine that does other work takes three times as long as a quiet one. */
const installMs = 900_000
const startMs = 300_000
const endMs = 180_000

/** One newcomer, from the clone to the end, as README.md says. */
export async function travel(place: Place, instructions: Instructions, { check }: Report): Promise<void> {
  const watcher = watch(place.folder)
  try {
    const port = await portFor(instructions)
    const service = start(instructions.start, inSeat(place, port))
    const url = await check(`${instructions.start}: is ready where README.md says`, () => readyAt(service, instructions, port, installMs))
    const visit = url && (await check('a first hour: an account, a board, a card, an agent', () => begin(url, place)))
    const look = async (checks: readonly Check[]) => {
      if (visit) for (const [name, holds] of checks) await check(name, () => holds(visit))
    }
    // The first page is served when the web app is built: a restart before that would build it a second time.
    await look(pages)
    await Promise.all([[...rest, ...agents], starts(instructions), programs(instructions)].map(look))
    await check('Ctrl-C ends it, and nothing went wrong meanwhile', () => endWell(service))
    if (visit) await check('npm start: everything is still there', () => startAgain(visit, instructions, port))
    await check(`${instructions.demo}: every claim holds`, () => demonstrate(place, instructions))
    await watcher.look()
    await check('no process and no socket is left', async () => assert.deepEqual(await watcher.left(), []))
    await check('no file is left, and none is changed', async () => assert.deepEqual(await filesLeft(place), []))
  } finally {
    watcher.stop()
  }
}

/** Null = the port in README.md. If that one is in use, a free one: README.md explains that, too. */
async function portFor({ url }: Instructions): Promise<number | null> {
  const free = await listenOnce(Number(new URL(url).port)).catch(() => null)
  return free === null ? listenOnce(0) : null
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a server on a port has one')
  return address.port
}

function inSeat({ seat }: Place, port: number | null) {
  return { ...seat, env: { ...seat.env, ...(port !== null && { PORT: String(port) }) } }
}

async function readyAt(service: Running, { url }: Instructions, port: number | null, patienceMs: number): Promise<string> {
  const [, told = ''] = await service.shows(/Tandem is ready at (http:[^"\s]+)/, patienceMs)
  assert.equal(told, port === null ? url : `http://127.0.0.1:${port}`)
  return told
}

/** Harmless lines beside the log. */
const harmless = /^(Building the web app …|npm notice\b.*|npm warn deprecated .*|)$/

/** A slow machine is no fault of the service. */
const slow = /"msg":"slow statements"/

/** Throws for every unknown line on stderr and every warning in the log. */
async function endWell(service: Running): Promise<void> {
  service.interrupt()
  const code = await within(endMs, service.ended, 'it did not end')
  const errors = service
    .err()
    .split('\n')
    .filter((line) => !harmless.test(line))
  const warnings = service
    .out()
    .split('\n')
    .filter((line) => /^\{"level":[456]0/.test(line) && !slow.test(line))
  assert.deepEqual({ errors, warnings }, { errors: [], warnings: [] })
  // npm answers for a program that was interrupted with its signal, or with 0 when it ended in good order.
  assert.ok([0, 130, 'SIGINT'].includes(code), `it ended with ${code}`)
  assert.match(service.out(), /"msg":"shutting down"/)
}

async function startAgain({ place, password, board }: Visit, { url }: Instructions, port: number | null): Promise<void> {
  const service = start('npm start', inSeat(place, port))
  const told = await readyAt(service, { url } as Instructions, port, startMs)
  const ada = createClient({ url: told })
  await ada.call('auth.login', { email, password })
  assert.deepEqual(
    (await ada.call('board.list')).map(({ id }) => id),
    [board.id],
  )
  await endWell(service)
}

async function demonstrate({ seat }: Place, { demo }: Instructions): Promise<void> {
  const { code, out, err } = await finish(demo, seat, startMs)
  assert.equal(code, 0, out + err)
  assert.equal(err, '')
  assert.match(out, /^\d\d+ steps checked, none failed/m)
}
