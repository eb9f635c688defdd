import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
})
const { lineGap, putBackDraft } = await import('../../src/mutations/texts/draft.ts')
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => kept.clear())

const place = (key: string) => `tandem.draft.ada.${key}`

test('texts that are refused one after the other keep their order, above what was typed since', () => {
  putBackDraft('comment.1', 'One', 'ada')
  kept.set(place('comment.1'), `${kept.get(place('comment.1'))}\n\nTyped`)
  putBackDraft('comment.1', 'Two', 'ada')
  expect(kept.get(place('comment.1'))).toBe('One\n\nTwo\n\nTyped')
})

test('so they do in a field of one line, which writes the draft as a line', () => {
  putBackDraft('checklist.1', 'One', 'ada', lineGap)
  putBackDraft('checklist.1', 'Two', 'ada', lineGap)
  expect(kept.get(place('checklist.1'))).toBe('One Two')
  kept.set(place('checklist.1'), 'One Two typed')
  putBackDraft('checklist.1', 'Three', 'ada', lineGap)
  expect(kept.get(place('checklist.1'))).toBe('One Two Three typed')
})
