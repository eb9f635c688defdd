import { expect, test } from 'vitest'
import { authorLine } from '../src/foreign-text.ts'

test('of the name of an author 80 characters are shown', { meta: { proves: ['limit.foreign.names'] } }, () => {
  const line = (length: number) => authorLine({ handle: 'mia', kind: 'human', name: 'x'.repeat(length), role: 'member' })
  expect(line(80)).toBe(`"${'x'.repeat(80)}" (@mia, person, member)`)
  expect(line(81)).toBe(`"${'x'.repeat(80)}…" (@mia, person, member)`)
})
