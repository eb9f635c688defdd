import { expect, test } from 'vitest'
import { draftIn } from '../../src/mutations/texts/kept-draft.ts'
import { bothOf, mergedWithoutAsking, mergeTexts } from '../../src/mutations/texts/merge-texts.ts'

const merged = (base: string | null, mine: string, theirs: string) => mergedWithoutAsking(mergeTexts(base, mine, theirs))

test('paragraphs that one side alone has changed merge by themselves, and blank lines stay as they are', () => {
  const base = 'One\n\nTwo\n\n\nThree\n'
  expect(merged(base, 'One!\n\nTwo\n\n\nThree\n', 'One\n\nTwo\n\n\nThree?\n')).toBe('One!\n\nTwo\n\n\nThree?\n')
  expect(merged(base, base, 'Anew')).toBe('Anew')
  expect(merged(base, 'Same', 'Same')).toBe('Same')
  expect(merged(base, 'One\n\n\nThree\n', base)).toBe('One\n\n\nThree\n')
})

test('two who tick different tasks of one list do not stand in each other’s way', () => {
  expect(merged('- [ ] a\n- [ ] b\n- [ ] c', '- [x] a\n- [ ] b\n- [ ] c', '- [ ] a\n- [ ] b\n- [x] c')).toBe('- [x] a\n- [ ] b\n- [x] c')
})

test('a paragraph that both have changed is left to be decided, with both texts', () => {
  const parts = mergeTexts('One\n\nTwo', 'One\n\nMine', 'One\n\nTheirs')
  expect(mergedWithoutAsking(parts)).toBeNull()
  expect(parts).toContainEqual({ mine: 'Mine', theirs: 'Theirs' })
  expect(bothOf({ mine: 'Mine', theirs: 'Theirs' })).toBe('Theirs\n\nMine')
})

test('without a known base nothing that either side says is left out', () => {
  const all = mergeTexts(null, 'x\n\nSame\n\nx\n\nMine', 'x\n\nSame\n\nTheirs').map((part) => ('text' in part ? part.text : bothOf(part)))
  for (const word of ['Same', 'Mine', 'Theirs']) expect(all.join('')).toContain(word)
  expect(all.join('').match(/x/g)).toHaveLength(2)
})

test('a draft that an older release kept as its text alone is read still', () => {
  expect(draftIn(null)).toBeNull()
  expect(draftIn('')).toBeNull()
  for (const text of ['My draft', '{"a": 1}', '[1]', '17']) expect(draftIn(text)).toEqual({ text, base: null, version: null, at: null })
  const draft = { text: 'b', base: 'a', version: 3, at: '2026-01-01T00:00:00.000Z' }
  expect(draftIn(JSON.stringify(draft))).toEqual(draft)
})
