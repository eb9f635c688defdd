import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld({ SESSION_STALE_MINUTES: '30', SESSION_TIMEOUT_HOURS: '2' })
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card('Fix the pump')).id
})

const delegate = async () => (await allowed(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })).session.id
const post = (sessionId: string, op: object) => allowed(world.robo, 'session.post', { sessionId, ...op } as never)
const read = (sessionId: string) => allowed(world.vic, 'session.get', { sessionId })
const stop = (sessionId: string) => allowed(world.mia, 'session.stop', { sessionId })

scenario(
  'a person asks an agent to stop, which it sees and then ends its session itself',
  ['session.stop.by-human', 'session.stop.event', 'session.stop.activity', 'session.stop.state-kept'],
  async () => {
    for (const ending of [
      { op: 'fail', reason: 'Stopped' },
      { op: 'complete', summary: 'As far as it went' },
    ]) {
      const sessionId = await delegate()
      await post(sessionId, { op: 'update', state: 'working' })
      const nothing = await board.recorded(async () => {
        for (const who of [world.robo, world.vic]) await refused(who, 'session.stop', { sessionId }, 'forbidden')
        await refused(world.eve, 'session.stop', { sessionId }, 'not_found')
      })
      expect(nothing).toEqual([])
      const recorded = await board.recorded(async () => {
        const { event, session } = await stop(sessionId)
        expect(event).toMatchObject({ kind: 'log', body: { type: 'stop_requested', byActorId: world.mia.actorId } })
        expect(session).toMatchObject({ state: 'working', endedAt: null })
        const { events } = await allowed(world.robo, 'session.events', { sessionId })
        expect(events.at(-1)).toEqual(event)
      })
      expect(recorded).toMatchObject([{ verb: 'agent_session.updated', cardId, payload: { sessionId, stopRequested: true } }])
      expect((await read(sessionId)).state).toBe('working')
      await post(sessionId, { op: 'progress', note: 'Putting the tools away' })
      expect((await post(sessionId, ending)).session.state).toBe(ending.op === 'fail' ? 'error' : 'done')
      await refused(world.mia, 'session.stop', { sessionId }, 'conflict')
    }
  },
)

scenario(
  'asked again after a minute, and no sooner, the session ends in error',
  ['session.stop.second-ends', 'session.stop.second-early'],
  async () => {
    const sessionId = await delegate()
    await stop(sessionId)
    world.tandem.clock.advance(50_000)
    expect((await stop(sessionId)).session).toMatchObject({ state: 'queued', endedAt: null })
    expect((await read(sessionId)).state).toBe('queued')
    // A minute after the first, not after the one that came too early.
    world.tandem.clock.advance(10_000)
    expect((await stop(sessionId)).session).toMatchObject({ state: 'error', endedAt: expect.any(String) })
    expect((await read(sessionId)).state).toBe('error')
    await refused(world.robo, 'session.post', { sessionId, op: 'progress', note: 'Still here' }, 'conflict')
  },
)

scenario(
  'the time-out runs from the last event: a report delays it, and silence ends the session',
  ['session.watchdog.last-event'],
  async () => {
    const { clock, service } = world.tandem
    const sessionId = await delegate()
    const later = async (minutes: number) => {
      clock.advance(minutes * 60_000)
      await service.workers.watchdog.runOnce()
      return (await read(sessionId)).state
    }
    expect(await later(110)).toBe('queued')
    await post(sessionId, { op: 'progress', note: 'Here' })
    expect(await later(110)).toBe('queued')
    await post(sessionId, { op: 'update', state: 'working' })
    expect(await later(110)).toBe('working')
    expect(await later(11)).toBe('error')
    expect((await read(sessionId)).failureReason).toBe('timeout')
  },
)
