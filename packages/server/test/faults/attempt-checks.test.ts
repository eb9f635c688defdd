import { expect, test } from 'vitest'
import { type Kill, type Run, waitsOf, wrongAttempts } from './rig/attempt-checks.ts'
import type { Step } from './rig/attempts.ts'

let transactions = 0

function step(what: Partial<Step> & Pick<Step, 'step' | 'atMs' | 'dueMs'>): Step {
  transactions += 1
  const state = what.step === 'settled' ? 'delivered' : 'pending'
  return { deliveryId: 'one', webhookId: 'hook', state, attempts: what.step === 'queued' ? 0 : 1, transaction: `${transactions}`, ...what }
}

const queued = (atMs: number, more: Partial<Step> = {}) => step({ step: 'queued', atMs, dueMs: atMs, ...more })
const claimed = (dueMs: number, atMs: number, more: Partial<Step> = {}) => step({ step: 'claimed', atMs, dueMs, ...more })
const delivered = (atMs: number, more: Partial<Step> = {}) => step({ step: 'settled', atMs, dueMs: atMs, ...more })
const failed = (atMs: number, dueMs: number, more: Partial<Step> = {}) => step({ step: 'settled', state: 'pending', atMs, dueMs, ...more })
const returned = (atMs: number, dueMs: number, more: Partial<Step> = {}) => step({ step: 'returned', attempts: 0, atMs, dueMs, ...more })
const second = { attempts: 2 }
const other = { deliveryId: 'other' }
const kill: Kill = { fromMs: 1_000, toMs: 1_100 }

function run(steps: Step[], kills: Kill[] = []): Run {
  return { steps, kills, retryScale: 0.01, failing: new Set(), instances: 1 }
}

test.each<[string, Run, RegExp | null]>([
  ['a try that works', run([queued(0), claimed(0, 10), delivered(20)]), null],
  ['one before its time', run([queued(100), claimed(100, 90)]), /10 ms early/],
  ['a failed one that is due by the schedule', run([queued(0), claimed(0, 10), failed(20, 40), claimed(40, 41, second)]), null],
  ['a failed one that is due too soon', run([queued(0), claimed(0, 10), failed(20, 21)]), /failed at 20/],
  ['a failed one that is due too late', run([queued(0), claimed(0, 10), failed(20, 60)]), /failed at 20/],
  ['one that died', run([queued(0), claimed(0, 10), claimed(5_600, 5_700, second)], [kill]), null],
  ['one that died and waits longer than its lease', run([queued(0), claimed(0, 10), claimed(5_700, 5_800, second)], [kill]), /no reason/],
  ['one that was handed back before its turn', run([queued(0), claimed(0, 10), returned(20, 0), claimed(0, 30)]), null],
  [
    'one that was handed back and others that came meanwhile',
    run([queued(0), queued(1, other), claimed(0, 2), claimed(1, 2, other), returned(3, 0), claimed(0, 4)]),
    null,
  ],
  [
    'one that was handed back while a later one was queued and tried',
    run([queued(0), claimed(0, 2), returned(3, 0), queued(4, other), claimed(4, 5, other), claimed(0, 6)]),
    null,
  ],
  ['one that was handed back to a later place', run([queued(0), claimed(0, 10), returned(20, 15)]), /not to its place/],
  [
    'one that is handed back again and again',
    run([queued(0), ...[10_000, 30_000, 50_000].flatMap((at) => [claimed(0, at), returned(at + 1, 0)]), claimed(0, 61_000)]),
    /nothing was tried for 61000 ms/,
  ],
  ['a second one without a reason', run([queued(0), claimed(0, 10), claimed(500, 510, second)], [kill]), /no reason/],
  ['the order of the log', run([queued(0), queued(1, other), claimed(0, 2), claimed(1, 2, other)]), null],
  ['another order', run([queued(0), queued(1, other), claimed(1, 2, other), claimed(0, 3)]), /came before it/],
  ['another order, by two instances', { ...run([queued(0), queued(1, other), claimed(1, 2, other), claimed(0, 3)]), instances: 2 }, null],
  ['a receiver that is left alone', run([queued(0), claimed(0, 60_001)]), /nothing was tried/],
  ['one that has others to answer first', run([queued(0, other), queued(1), claimed(0, 59_000, other), claimed(1, 61_000)]), null],
  ['nothing while the service is down', run([queued(900), claimed(900, 90_000)], [{ fromMs: 1_000, toMs: 89_000 }]), null],
])('attempts of %s', (_, of, wrong) => {
  expect(wrongAttempts(of).join('\n')).toMatch(wrong ?? /^$/)
})

test('waits are told apart by receivers that work and that fail, and by whether the service was up', () => {
  const bad = { deliveryId: 'bad', webhookId: 'bad hook' }
  const steps = [queued(0, bad), queued(500), claimed(0, 600, bad), delivered(900, bad), claimed(500, 3_000), delivered(3_100)]
  const waits = waitsOf({ ...run(steps, [kill]), failing: new Set(['bad hook']) })
  expect(waits).toEqual({
    healthy: { deliveries: 1, median: 2.6, p95: 2.6, longest: 2.6, longestWhileUp: 0.6 },
    failing: { deliveries: 1, median: 0.9, p95: 0.9, longest: 0.9, longestWhileUp: 0.9 },
    secondsDown: 2,
  })
})
