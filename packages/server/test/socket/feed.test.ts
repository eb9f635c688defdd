import { randomInt, randomUUID } from 'node:crypto'
import type { Activity, ServerFrame } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../src/kernel/common/clock.ts'
import { encodeFrame } from '../../src/live/encode-frame.ts'
import { createTurns } from '../../src/live/event-loop-turns.ts'
import { createFeed } from '../../src/live/feed.ts'
import type { Listener } from '../../src/live/listener.ts'
import { until } from '../kit/http.ts'

const boardId = randomUUID()

function activity(seq: number, verb: Activity['verb'] = 'list.archived', payload: Record<string, unknown> = {}): Activity {
  return { id: randomUUID(), boardId, seq, cardId: null, actorId: randomUUID(), verb, payload, createdAt: new Date().toISOString() }
}

const moments = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

/** Every wait takes one turn of the event loop, so that many reads overtake each other. */
const quickClock: Clock = {
  now: () => 0,
  after(_delayMs, listener) {
    void moments(1).then(listener)
    return () => {}
  },
}

/** A log whose answers come late, and not in the order of the requests. */
function logOf(activities: Activity[], pageLength = 7) {
  return async (_boardId: string, seq: number) => {
    await moments(randomInt(4))
    const shown = activities.slice(seq, seq + pageLength)
    const leadsOn = seq + pageLength < activities.length
    await moments(randomInt(6))
    return { activities: shown, leadsOn }
  }
}

type Told = Listener & { frames: ServerFrame[]; seqs(): number[] }

function listener(actorId: string = randomUUID()): Told {
  const frames: ServerFrame[] = []
  const credential = { method: 'token' as const, id: randomUUID(), scopes: [], expiresAt: null }
  return {
    frames,
    principal: { actorId, kind: 'human', isInstanceAdmin: false, credential, grant: null },
    send: (frame) => void frames.push(frame),
    write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const short = bytes[at + 1] ?? 0
        const [start, octets] = short < 126 ? [2, short] : [4, bytes.readUInt16BE(at + 2)]
        frames.push(JSON.parse(bytes.subarray(at + start, at + start + octets).toString()))
        at += start + octets
      }
    },
    drained: async () => {
      await moments(randomInt(3))
      return true
    },
    signOut: () => {},
    seqs: () => frames.flatMap((frame) => (frame.type === 'event' ? [frame.seq] : [])),
  }
}

function feedOf(log: Activity[], seq = log.length, more: Partial<Parameters<typeof createFeed>[0]> = {}) {
  const read = logOf(log)
  const failures: unknown[] = []
  const feed = createFeed({
    boardId,
    seq,
    read,
    readBack: read,
    clock: quickClock,
    turns: createTurns(),
    onHandedOut: () => {},
    onRemoved: () => {},
    onFailure: (error) => failures.push(error),
    ...more,
  })
  return { feed, failures }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('a feed', () => {
  test('gives everyone all from where they began, once and in order, whenever they join and however the reads overtake each other', async () => {
    const log = Array.from({ length: 40 }, (_, n) => activity(n + 1))
    const { feed, failures } = feedOf(log)
    const followers: { who: Told; from: number }[] = []
    for (let round = 0; round < 1_000; round++) {
      if (randomInt(2) === 0) {
        log.push(activity(log.length + 1))
        feed.wake()
      }
      if (randomInt(4) === 0) {
        const from = Math.max(0, log.length - randomInt(30))
        const who = listener()
        followers.push({ who, from })
        feed.follow(who, from, log.length)
      }
      await moments(randomInt(5))
    }
    feed.wake()
    await until(() => followers.every(({ who, from }) => from + who.seqs().length >= log.length))
    for (const { who, from } of followers) expect(who.seqs()).toEqual(range(from + 1, log.length))
    expect(failures).toEqual([])
  })

  test('ends at a removal that came after the look at access, and not at one before', async () => {
    const [removed, cameBack] = [listener(), listener()]
    const log = [
      activity(1),
      activity(2, 'member.removed', { actorId: cameBack.principal.actorId }),
      activity(3, 'member.added', { actorId: cameBack.principal.actorId }),
    ]
    const { feed } = feedOf(log)
    feed.follow(cameBack, 0, 3)
    feed.follow(removed, 3, 3)
    log.push(activity(4), activity(5, 'member.removed', { actorId: removed.principal.actorId }), activity(6))
    feed.wake()
    await until(() => cameBack.seqs().length === 6)
    await until(() => removed.frames.at(-1)?.type === 'error')
    expect(removed.seqs()).toEqual([4])
    const late = listener(removed.principal.actorId)
    feed.follow(late, 0, 4)
    await until(() => late.frames.at(-1)?.type === 'error')
    expect(late.seqs()).toEqual([1, 2, 3, 4])
  })

  test('gives what this instance has committed without reading it, and reads where there is a gap', async () => {
    const log = [activity(1)]
    const read = logOf(log)
    const from: number[] = []
    const { feed } = feedOf(log, 1, {
      read: (id, seq) => {
        from.push(seq)
        return read(id, seq)
      },
    })
    const who = listener()
    feed.follow(who, 1, 1)
    const [second, third, fourth, fifth] = [activity(2), activity(3), activity(4), activity(5)]
    log.push(second, third)
    feed.wake({ activities: [third, second], octets: 20 })
    await until(() => who.seqs().length === 2)
    expect(from).toEqual([])
    log.push(fourth, fifth)
    feed.wake({ activities: [fifth], octets: 10 })
    await until(() => who.seqs().length === 4)
    // Known already: it is not given again.
    feed.wake({ activities: [fourth, fifth], octets: 20 })
    log.push(activity(6))
    feed.wake()
    await until(() => who.seqs().length === 5)
    expect(who.seqs()).toEqual([2, 3, 4, 5, 6])
    expect(from[0]).toBe(3)
  })

  test('reads what another instance has committed while it hands out what is its own', async () => {
    const log = [activity(1)]
    const read = logOf(log)
    let handedOut = 0
    const feed = createFeed({
      boardId,
      seq: 1,
      read,
      readBack: read,
      clock: quickClock,
      turns: createTurns(),
      onHandedOut() {
        handedOut += 1
        if (handedOut > 1) return
        const [third, fourth] = [activity(3), activity(4)]
        log.push(third, fourth)
        feed.wake({ activities: [third], octets: 10 })
        feed.wake()
      },
      onRemoved: () => {},
      onFailure: () => {},
    })
    const who = listener()
    feed.follow(who, 1, 1)
    const second = activity(2)
    log.push(second)
    feed.wake({ activities: [second], octets: 10 })
    await until(() => who.seqs().length === 3)
    expect(who.seqs()).toEqual([2, 3, 4])
  })

  test('reads page by page what has too many octets to be held', async () => {
    const log = [activity(1)]
    const read = logOf(log)
    const from: number[] = []
    const { feed } = feedOf(log, 1, {
      read: (id, seq) => {
        from.push(seq)
        return read(id, seq)
      },
    })
    const who = listener()
    feed.follow(who, 1, 1)
    const [second, third] = [activity(2), activity(3)]
    log.push(second, third)
    feed.wake({ activities: [second, third], octets: 600_000 })
    await until(() => who.seqs().length === 2)
    expect([who.seqs(), from[0]]).toEqual([[2, 3], 1])
  })

  test('waits for more between two writes only when it has many sockets', async () => {
    const delays: number[] = []
    const clock: Clock = {
      ...quickClock,
      after(delayMs, listener) {
        delays.push(delayMs)
        return quickClock.after(delayMs, listener)
      },
    }
    const log = [activity(1)]
    const read = logOf(log)
    const feed = createFeed({
      boardId,
      seq: 1,
      read,
      readBack: read,
      clock,
      turns: createTurns(),
      onHandedOut: () => {},
      onRemoved: () => {},
      onFailure: () => {},
    })
    const followers = Array.from({ length: 200 }, () => listener())
    for (const [at, who] of followers.entries()) {
      feed.follow(who, log.length, log.length)
      if (![0, 8, 49, 199].includes(at)) continue
      const next = activity(log.length + 1)
      log.push(next)
      feed.wake({ activities: [next], octets: 10 })
      await until(() => who.seqs().length === 1)
      await moments(3)
    }
    expect(delays).toEqual([5, 10])
  })

  test('reads on after a read that failed', async () => {
    const log = [activity(1)]
    const read = logOf(log)
    let broken = false
    const failures: unknown[] = []
    const readOrFail = async (id: string, seq: number) => {
      if (broken) throw new Error('away')
      return read(id, seq)
    }
    const feed = createFeed({
      boardId,
      seq: 1,
      read: readOrFail,
      readBack: readOrFail,
      clock: quickClock,
      turns: createTurns(),
      onHandedOut: () => {},
      onRemoved: () => {},
      onFailure: (error) => failures.push(error),
    })
    const who = listener()
    feed.follow(who, 1, 1)
    broken = true
    log.push(activity(2))
    feed.wake()
    await until(() => failures.length === 1)
    broken = false
    feed.wake()
    await until(() => who.seqs().length === 1)
  })
})

test('a frame of any length is one whole WebSocket message', () => {
  for (const length of [1, 100, 125, 126, 127, 65_400, 65_535, 65_536, 70_000]) {
    const frame = { type: 'error', error: { code: 'x', message: 'é'.repeat(length) } } as const
    const bytes = encodeFrame(frame)
    const short = (bytes[1] ?? 0) & 0x7f
    const start = short < 126 ? 2 : short === 126 ? 4 : 10
    const octets = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    expect(bytes[0]).toBe(0x81)
    expect((bytes[1] ?? 0) & 0x80).toBe(0)
    expect(bytes.length).toBe(start + octets)
    expect(JSON.parse(bytes.subarray(start).toString())).toEqual(frame)
  }
})
