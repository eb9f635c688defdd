import { type ErrorCode, TandemError } from '@tandem/contract'
import pino from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GiveUp, RetryLater, retryAfterMs, verdictOf } from '../src/failures.ts'
import { createInbox, defaultInboxRetry, type Inbox } from '../src/inbox.ts'
import { createMemory, type Entry, type MemoryLine } from '../src/memory.ts'

/** A machine that does much else at once is slow, not wrong. */
const patience = { timeout: 60_000 }

/** The handling of failures, and the pauses before retries. Specification: service §6 (a 401 means: uninstalled), §7. */
const tandemSays = (code: ErrorCode, retryAfterSeconds?: number) => new TandemError(code, 'no', { reason: undefined, retryAfterSeconds })

describe('what a failure means', () => {
  test.each<[string, unknown, object]>([
    ['Tandem knows the token no more', tandemSays('invalid_token'), { next: 'stop' }],
    ['Tandem asks for patience', tandemSays('rate_limited', 7), { next: 'retry', afterMs: 7_000 }],
    ['Tandem is away', tandemSays('unavailable'), { next: 'retry', attempts: null }],
    ['Tandem broke', tandemSays('internal'), { next: 'retry', attempts: null }],
    ['a lock that is held', tandemSays('conflict', 1), { next: 'retry', afterMs: 1_000 }],
    ['a conflict for good', tandemSays('conflict'), { next: 'set_aside' }],
    ['what is not allowed', tandemSays('forbidden'), { next: 'set_aside' }],
    ['what is not there', tandemSays('not_found'), { next: 'set_aside' }],
    ['the provider asks for patience', new RetryLater('busy', { delayMs: 42 }), { next: 'retry', afterMs: 42, attempts: null }],
    ['the plugin gives up', new GiveUp('never'), { next: 'set_aside' }],
    ['a defect', new TypeError('x is no function'), { next: 'retry', attempts: 8 }],
  ])('%s', (_what, failure, verdict) => {
    expect(verdictOf(failure)).toMatchObject(verdict)
  })

  test.each<[string | number | null | undefined, number | undefined]>([
    ['30', 30_000],
    [0, 0],
    ['-5', 0],
    ['Thu, 01 Jan 1970 00:01:40 GMT', 60_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('Retry-After: %s', (value, ms) => {
    expect(retryAfterMs(value, 40_000)).toBe(ms)
  })
})

describe('trying again', () => {
  let inbox: Inbox
  afterEach(() => inbox.stop())

  /** An inbox whose acts fail with these failures in turn, then succeed; returns the pauses between attempts. */
  function inboxWith(failures: unknown[], { giveUpAfterMs = defaultInboxRetry.giveUpAfterMs, now = (): number => 0 } = {}) {
    const memory = createMemory(now)
    const [pauses, gone]: [number[], string[]] = [[], []]
    const log = pino({ level: 'warn' }, { write: (line) => noteDelay(pauses, JSON.parse(line)) })
    const onGone = (install: string) => void gone.push(install)
    inbox = createInbox({
      memory,
      now,
      onGone,
      log,
      retry: { firstDelayMs: 2, longestDelayMs: 16, giveUpAfterMs, random: () => 1 },
      write: async (lines: MemoryLine[]) => lines.forEach((line) => memory.apply(line)),
      async act() {
        if (failures.length > 0) throw failures.shift()
      },
    })
    return { pauses, gone }
  }
  const entry: Omit<Entry, 'at'> = { key: 'k', source: 'provider', install: 'one', eventId: 'e', orderingKey: 'o', event: {} }
  const over = () => vi.waitFor(() => expect(inbox.state().waiting).toBe(0), { timeout: 60_000, interval: 5 })

  test('each pause is twice the one before, up to the longest, and none is shorter than what Retry-After says', async () => {
    const busy = (delayMs?: number) => new RetryLater('busy', delayMs === undefined ? {} : { delayMs })
    const { pauses } = inboxWith([busy(), busy(), busy(40), busy(), busy(1), busy()])
    await inbox.take([entry])
    await over()
    expect(pauses).toEqual([2, 4, 40, 16, 16, 16])
    expect(inbox.state()).toEqual({ waiting: 0, setAside: 0 })
  })

  test('a defect is set aside after eight attempts, what is final at once, and what is older than a day as soon as it fails', {
    meta: { proves: ['limit.plugins.attempts'] },
  }, async () => {
    const broken = Array.from({ length: 9 }, () => new TypeError('x is no function'))
    const { pauses } = inboxWith(broken)
    await inbox.take([entry])
    await over()
    expect(pauses).toHaveLength(7)
    await inbox.stop()
    inboxWith([new GiveUp('never')])
    await inbox.take([entry])
    await over()
    expect(inbox.state().setAside).toBe(1)
    await inbox.stop()
    let nowMs = 0
    inboxWith([new RetryLater('busy'), new RetryLater('busy')], { giveUpAfterMs: 1_000, now: () => (nowMs += 600) })
    await inbox.take([entry])
    await over()
    expect(inbox.state().setAside).toBe(1)
  })

  test('a 401 of Tandem ends the install, and the event with it', async () => {
    const { pauses, gone } = inboxWith([tandemSays('invalid_token')])
    await inbox.take([entry])
    await vi.waitFor(() => expect(gone).toEqual(['one']), patience)
    expect(pauses).toEqual([])
  })
})

function noteDelay(pauses: number[], { delayMs }: { delayMs?: number }): void {
  if (delayMs !== undefined) pauses.push(delayMs)
}
