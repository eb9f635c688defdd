import { expect, test } from 'vitest'
import { createBoardMoves } from '../../src/kernel/board/moves.ts'
import { movableClock } from '../kit/clock.ts'

test('a wait ends when its board moves, with its time, with its caller, and with the service', async () => {
  const clock = movableClock(() => 0, 0)
  const moves = createBoardMoves(clock)
  const wait = (signal?: AbortSignal) => moves.wait(['a', 'b'], 1_000, signal)
  let isOver = false
  const first = wait().finally(() => (isOver = true))
  moves.notify(['c'])
  await Promise.resolve()
  expect(isOver).toBe(false)
  moves.notify(['b'])
  expect(await first).toBe(true)
  const any = wait()
  moves.notify(null)
  expect(await any).toBe(true)
  const timed = wait()
  clock.advance(1_000)
  expect(await timed).toBe(true)
  const leaving = new AbortController()
  const left = wait(leaving.signal)
  leaving.abort()
  expect([await left, await wait(leaving.signal)]).toEqual([false, false])
  const last = wait()
  moves.end()
  expect([await last, await wait()]).toEqual([false, false])
})
