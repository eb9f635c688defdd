import { setTimeout as sleep } from 'node:timers/promises'
import { figure, times } from '../figures.ts'
import { drive, type Pace } from '../measure.ts'
import { type Child, startChild } from '../processes/child.ts'
import type { Heard, Opened, Opening } from '../processes/listeners.ts'
import { mostOpenFiles, residentMiB } from '../processes/resources.ts'
import type { Rig, Side } from '../rig.ts'
import { sizing } from '../sizing.ts'
import { median, percentile } from '../statistics.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'

/** As many as one actor may have. */
const onOneBoard = 1_000
/** Some twenty events a second. */
const pauseMs = 45
const burstCallers = 8
const [openPatienceMs, drainPatienceMs] = [40_000, 10_000]
/** Below this it counts which of two processes has a core first, and how well their clocks agree. */
const leastBareMs = 0.25
const [people, socketsEach] = [10, 1_000]
/** Other open files of the service: the database, files, the load. */
const otherFiles = 500

/** One socket and one caller without a pause, beside a bare socket that is sent what a bare insert has answered. */
export const feedGroup: Group = async (rig, pace) => {
  const board = await rig.world.board('Followed', [20])
  const rounds = []
  for (let round = 0; round <= pace.rounds && (round < 2 || pace.hasTime()); round++)
    rounds.push({
      ours: await latenessBackToBack(rig, pace, board, 'tandem'),
      bare: await latenessBackToBack(rig, pace, board, 'reference'),
    })
  const measured = rounds.slice(1)
  const ratios = measured.map(({ ours, bare }) => ours / Math.max(bare, leastBareMs))
  return {
    readings: [],
    figures: [
      figure('from the answer to one socket, back to back, p50', median(measured.map(({ ours }) => ours)), 'ms'),
      times('the same to a bare socket', median(ratios), { atMost: 2 }),
    ],
    notes: measured.map(({ ours, bare }) => `p50 ${ours.toFixed(2)} ms, of the bare socket ${bare.toFixed(2)} ms.`),
  }
}

async function latenessBackToBack(rig: Rig, pace: Pace, board: BenchBoard, on: Side): Promise<number> {
  return withListeners(async (listeners) => {
    const opening = { boardId: board.id, tokens: rig.world.tokens.slice(0, 1), perToken: 1 }
    const { open, why } = await openOn(rig, listeners, opening, on)
    if (why !== null) throw new Error(`no socket could be opened: ${why}`)
    await listeners.ask('start')
    const act = on === 'tandem' ? { kind: 'create' as const, boards: [board] } : { kind: 'insert' as const }
    const load = await drive(rig, { on, callers: 1 }, act, { seconds: pace.seconds, keepAnswers: true, firstTurn: 0 })
    const { events } = await allHeard(listeners, load.operations, open)
    return percentile(
      events.map((event) => lateness(event, load.answers)).sort((a, b) => a - b),
      50,
    )
  })
}

/** A thousand sockets on one board: the delay until the last of them has an event, and the frames sent per second. */
export const socketsGroup: Group = async (rig, pace) => {
  const board = await rig.world.board('Watched', [20])
  return withListeners(async (listeners) => {
    const { open, why } = await openOn(rig, listeners, { boardId: board.id, tokens: rig.world.tokens.slice(0, 1), perToken: onOneBoard })
    if (why !== null) throw new Error(`only ${open} sockets could be opened: ${why}`)
    await listeners.ask('start')
    const slow = { seconds: Math.max(1, pace.seconds * pace.rounds), pauseMs, keepAnswers: true, firstTurn: 0 } as const
    const load = await drive(rig, { on: 'tandem', callers: 1 }, { kind: 'create', boards: [board] }, slow)
    const heard = await allHeard(listeners, load.operations, open)
    const late = heard.events.map((event) => lateness(event, load.answers)).sort((a, b) => a - b)
    const perSecond = await burst(rig, pace, listeners, { board, open })
    return {
      readings: [],
      figures: [
        figure('from the answer until the last of 1,000 sockets has it, p95', percentile(late, 95), 'ms', { atMost: 100 }),
        figure('frames to 1,000 sockets in a second', perSecond, '/s', { atLeast: 100_000 }),
      ],
      notes: [`${late.length} events at some 20 a second, then a burst by ${burstCallers} callers.`],
    }
  })
}

/** The memory of ten thousand sockets on one board, and the delay until the last one has an event. */
export const heldGroup: Group = async (rig) => {
  const { pid } = rig.sides.tandem
  const before = residentMiB(pid)
  const permitted = Math.min(people * socketsEach, mostOpenFiles(pid) - otherFiles, mostOpenFiles(process.pid) - otherFiles)
  const board = await rig.world.board('Held', [20])
  const tokens = await rig.world.members(board.id, people)
  return withListeners(async (listeners) => {
    const perToken = Math.floor(permitted / people)
    const { open, why } = await openOn(rig, listeners, { boardId: board.id, tokens, perToken })
    const after = residentMiB(pid)
    await listeners.ask('start')
    const once = { seconds: 0.05, pauseMs: 1_000, keepAnswers: true, firstTurn: 0 } as const
    const load = await drive(rig, { on: 'tandem', callers: 1 }, { kind: 'create', boards: [board] }, once)
    const [event] = (await allHeard(listeners, load.operations, open)).events
    const isWhole = open === people * socketsEach
    const short = isWhole ? [] : [`Only ${open} sockets were held: ${why ?? 'ulimit -n does not permit more'}.`]
    return {
      readings: [],
      figures: [
        figure('memory of the service with 10,000 sockets', isWhole ? after : null, 'MiB', { atMost: 600 }),
        figure(sizing.manySockets, isWhole && after !== null && before !== null ? after - before : null, 'MiB'),
        figure('until the last of 10,000 sockets has an event', isWhole && event ? lateness(event, load.answers) : null, 'ms', {
          atMost: 2_000,
        }),
      ],
      notes: [`${open} sockets: ${before?.toFixed(0) ?? '–'} MiB before, ${after?.toFixed(0) ?? '–'} MiB with them.`, ...short],
    }
  })
}

async function withListeners<T>(use: (listeners: Child) => Promise<T>): Promise<T> {
  const listeners = startChild(new URL('../processes/listeners.ts', import.meta.url))
  try {
    return await use(listeners)
  } finally {
    await listeners.end()
  }
}

function openOn(rig: Rig, listeners: Child, what: Pick<Opening, 'boardId' | 'tokens' | 'perToken'>, on: Side = 'tandem'): Promise<Opened> {
  const opening: Opening = { ...what, port: rig.sides[on].port, patienceMs: openPatienceMs }
  return listeners.ask<Opened>(opening)
}

async function burst(rig: Rig, pace: Pace, listeners: Child, on: { board: BenchBoard; open: number }): Promise<number> {
  await listeners.ask('start')
  const startMs = performance.timeOrigin + performance.now()
  const how = { seconds: pace.seconds, firstTurn: 1_000 }
  const load = await drive(rig, { on: 'tandem', callers: burstCallers }, { kind: 'create', boards: [on.board] }, how)
  const heard = await allHeard(listeners, load.operations, on.open)
  const endMs = heard.events.at(-1)?.lastAtMs ?? startMs
  return heard.frames / ((endMs - startMs) / 1_000)
}

async function allHeard(listeners: Child, events: number, sockets: number): Promise<Heard> {
  const untilMs = performance.now() + drainPatienceMs
  for (;;) {
    const heard = await listeners.ask<Heard>('heard')
    if (heard.frames >= events * sockets) return heard
    if (performance.now() > untilMs) throw new Error(`${events * sockets - heard.frames} frames never arrived`)
    await sleep(100)
  }
}

function lateness({ cardId, lastAtMs }: Heard['events'][number], answers: Record<string, number>): number {
  return Math.max(0, lastAtMs - (answers[cardId] ?? lastAtMs))
}
