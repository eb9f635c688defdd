import { expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
})
const { createRenaming } = await import('../../src/screens/board/renaming.tsx')

test('a title that was typed outlives a reload, for the same account, until it is saved or left', () => {
  const before = createRenaming('ada')
  before.set('c1')
  before.typed.write({ text: 'One more', base: 'One' })
  const after = createRenaming('ada')
  expect([after.tileId(), after.typed.read()]).toEqual(['c1', { text: 'One more', base: 'One' }])
  expect(createRenaming('mia').tileId()).toBeNull()
  after.set(null)
  expect(createRenaming('ada').tileId()).toBeNull()
  for (const broken of ['{', 'null', '{"tileId":1}']) {
    kept.set('tandem.renaming.ada', broken)
    expect(createRenaming('ada').tileId()).toBeNull()
  }
})
