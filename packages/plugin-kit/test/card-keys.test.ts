import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardKeysIn, type Naming } from '../src/index.ts'

const keys = (naming: Naming, prefix = 'ENG') => cardKeysIn(naming, prefix)

describe('where a card is named (service §6, linking rules)', () => {
  test.each<[string, Naming, string[]]>([
    ['the lower-case key with hyphens in a branch', { branch: 'ada/eng-12-fix-login' }, ['ENG-12']],
    ['several in a branch', { branch: 'eng-1-and-eng-2' }, ['ENG-1', 'ENG-2']],
    ['anywhere in a title', { title: '[ENG-12] Fix the login (eng-13)' }, ['ENG-12', 'ENG-13']],
    [
      'behind each magic word',
      { description: 'fixes ENG-1\ncloses ENG-2\nresolves ENG-3\nimplements ENG-4\nrefs ENG-5' },
      ['ENG-1', 'ENG-2', 'ENG-3', 'ENG-4', 'ENG-5'],
    ],
    ['behind a magic word in any case, with a colon', { description: 'Fixes: ENG-1. REFS eng-2' }, ['ENG-1', 'ENG-2']],
    ['a list behind one magic word', { description: 'Closes ENG-1, ENG-2 and ENG-3; see ENG-4' }, ['ENG-1', 'ENG-2', 'ENG-3']],
    [
      'in a list that begins with what is not ours',
      { description: 'Fixes OPS-7, ENG-1; closes #12 and ENG-2\nrefs !3, OPS-9 & ENG-3' },
      ['ENG-1', 'ENG-2', 'ENG-3'],
    ],
    ['behind a magic word in a commit', { commits: ['Speed up\n\nrefs ENG-7', 'no key'] }, ['ENG-7']],
    [
      'each once, in the order branch, title, description, commits',
      { commits: ['fixes ENG-4'], description: 'fixes ENG-3', title: 'ENG-2 ENG-1', branch: 'eng-1' },
      ['ENG-1', 'ENG-2', 'ENG-3', 'ENG-4'],
    ],
  ])('%s', (_what, naming, expected) => {
    expect(keys(naming)).toEqual(expected)
  })

  test.each<[string, Naming]>([
    ['a description without a magic word', { description: 'ENG-1 is done' }],
    ['a commit without a magic word', { commits: ['ENG-1: Speed up'] }],
    ['another form of a magic word', { description: 'fix ENG-1, fixed ENG-2, close ENG-3, reference ENG-4' }],
    ['a magic word inside a word', { description: 'prefixes ENG-1' }],
    ['a list that ends before it', { description: 'fixes OPS-7 ENG-1, fixes OPS-7; ENG-2, refs #12. ENG-3, refs OPS-7, see ENG-4' }],
    ['a magic word on another line', { description: 'fixes\nENG-1' }],
    ["another board's prefix", { title: 'OPS-1 and XENG-1 and ENGX-1' }],
    ['a word that goes on', { title: 'ENG-1a ENG-1_ aENG-1 _ENG-1 éENG-1 ENG-1é' }],
    ['no number', { title: 'ENG- ENG-x ENG-0 ENG-01' }],
  ])('not in %s', (_what, naming) => {
    expect(keys(naming)).toEqual([])
  })

  test('of more than ten the first ten', { meta: { proves: ['limit.plugins.keys'] } }, () => {
    const title = Array.from({ length: 30 }, (_, at) => `ENG-${at + 1}`).join(' ')
    expect(keys({ title })).toEqual(Array.from({ length: 10 }, (_, at) => `ENG-${at + 1}`))
  })

  test('a shorter number never matches inside a longer one, nor the other way round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.constantFrom('branch', 'title'), (number, where) => {
        expect(keys({ [where]: `x eng-${number} y` })).toEqual([`ENG-${number}`])
      }),
    )
  })

  const prefix = fc.stringMatching(/^[A-Z][A-Z0-9]{1,9}$/)
  const wordCharacter = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9_]$/), fc.constantFrom('é', 'ß', '中', '٣'))
  const boundary = fc.constantFrom(' ', '/', '-', '.', '(', '[', ':', '#', '"', '')

  test('a key between boundaries is named; with a letter, digit or underscore beside it, it is not', () => {
    fc.assert(
      fc.property(prefix, fc.integer({ min: 1, max: 99_999 }), boundary, boundary, wordCharacter, (own, number, before, after, beside) => {
        const key = `${own}-${number}`
        expect(keys({ title: `${before}${key}${after}` }, own)).toEqual([key])
        expect(keys({ branch: `${before}${key.toLowerCase()}${after}` }, own)).toEqual([key])
        expect(keys({ title: `${beside}${key}` }, own)).toEqual([])
        expect(keys({ title: `${key}${beside}` }, own)).not.toContain(key)
      }),
    )
  })

  test('for any texts: at most ten keys, each once, each with the own prefix and contained in one of the texts', () => {
    const piece = fc.oneof(
      fc.constantFrom('fixes ', 'refs: ', 'ENG-', 'eng-1', 'ENG-12', 'ENG-123', 'OPS-7', ', ', ' and ', '\n', '-', '_', '0', '9'),
      fc.string({ unit: 'grapheme' }),
    )
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, text, fc.array(text, { maxLength: 5 }), (branch, title, description, commits) => {
        const found = keys({ branch, title, description, commits })
        expect(found.length).toBeLessThanOrEqual(10)
        expect(new Set(found).size).toBe(found.length)
        const all = [branch, title, description, ...commits].join('\n').toLowerCase()
        for (const key of found) {
          expect(key).toMatch(/^ENG-[1-9]\d*$/)
          expect(all).toContain(key.toLowerCase())
        }
      }),
    )
  })

  test('a hostile text of 100,000 characters is read through', () => {
    const hostile = [
      ' '.repeat(99_990),
      'fixes '.repeat(16_000),
      `fixes${' '.repeat(99_000)}`,
      'ENG-1,'.repeat(16_000),
      `fixes ${'ENG-1, '.repeat(14_000)}`,
      `fixes ${'OPS-1, '.repeat(14_000)}`,
      'fixes OPS-1, '.repeat(7_000),
      `fixes OPS-1${' '.repeat(99_000)}`,
    ]
    for (const description of hostile) expect(keys({ title: description, description }).length).toBeLessThanOrEqual(1)
  })
})
