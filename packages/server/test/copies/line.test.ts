import { expect, test } from 'vitest'
import { createLine } from '../../src/domain/boards/copy-line.ts'

test('of 20 copies with cards one more is refused, and one that is done makes room', {
  meta: { proves: ['limit.copy.waiting'] },
}, async () => {
  const inTurn = createLine()
  const begun: (() => void)[] = []
  const copy = () => inTurn(() => new Promise<void>((resolve) => void begun.push(resolve)))
  const copies = Array.from({ length: 20 }, copy)
  await expect(copy()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  expect(begun).toHaveLength(1)
  begun[0]?.()
  await copies[0]
  copies.push(copy())
  await expect(copy()).rejects.toMatchObject({ code: 'unavailable' })
  for (let at = 1; at < copies.length; at += 1) {
    begun[at]?.()
    await copies[at]
  }
  expect(begun).toHaveLength(21)
})
