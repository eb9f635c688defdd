import { expect, test } from 'vitest'
import { placesInRequests } from '../src/bounds/in-requests.ts'
import { boundsIn, boundsInSources } from '../src/bounds/in-sources.ts'
import { internalBounds } from '../src/bounds/internal.ts'
import { promisedBounds } from '../src/bounds/promised.ts'
import { saysNumber } from '../src/bounds/said.ts'
import { typedInWeb } from '../src/bounds/typed-in-web.ts'
import { requirements } from '../src/requirements.ts'

/** Every bound in the code is a requirement, which a test proves, or has a reason for being none. */
const bounds = boundsInSources()
const classed = [...Object.keys(promisedBounds), ...Object.keys(typedInWeb), ...internalBounds.flatMap((group) => group.bounds)]
const classesOf = (of: string) => classed.filter((key) => of === key || of.endsWith(`/${key}`))

test('every bound in the sources is promised by a requirement, or internal for a reason', () => {
  expect(bounds.map(({ of }) => of).filter((of) => classesOf(of).length === 0)).toEqual([])
})

test('what is classed is one bound in the sources', () => {
  const seen = bounds.flatMap(({ of }) => classesOf(of))
  expect(classed.filter((key) => !seen.includes(key))).toEqual([])
  expect(seen.filter((key, at) => seen.indexOf(key) !== at)).toEqual([])
})

/**
 * Bounds whose rule states the outcome in other terms: pages as their rows, parts of an output as the rest of it, a default as its setting.
 */
const inOtherTerms = new Set([
  'output.ts longestLine',
  'output.ts mostAtOnce',
  'output.ts mostBefore',
  'closing.ts mostBytes',
  'connection-limits.ts mostByDefault',
  'github.ts mostCommentPages',
  'github.ts mostCommitPages',
  'gitlab.ts mostCommitPages',
  'gitlab.ts mostNotePages',
])

test('a requirement says the number that the code has', () => {
  const differing = bounds.flatMap(({ of, value }) => {
    const [key = ''] = classesOf(of)
    const id = promisedBounds[key]
    if (id === undefined || value === null || inOtherTerms.has(key) || id === 'convention.bounds.kept') return []
    return saysNumber(requirements[id].rule, value) ? [] : [`${of} is ${value}, and ${id} says: ${requirements[id].rule}`]
  })
  expect(differing).toEqual([])
})

test('people may write in the web app as much as the service takes, and no more', () => {
  const places = placesInRequests()
  const differing = Object.entries(typedInWeb).flatMap(([key, place]) => {
    const typed = bounds.find(({ of }) => of.endsWith(`/${key}`))?.value
    const taken = places.filter(({ operation, path }) => `${operation} ${path}` === place).map(({ bound }) => bound)
    return typed != null && taken.includes(typed) ? [] : [`${key} is ${typed}, and ${place} takes ${taken.join(' or ') || 'nothing'}`]
  })
  expect(differing).toEqual([])
})

test('a bound is found by its name, in a list of constants, in a statement, and where it is a number alone', () => {
  const code = [
    'const mostRows = 1_000',
    'export const [pageSize, longestText] = [20, 4 * 1_024]',
    'const mostOf = (key: string) => key.length + 1',
    "const read = sql('select id from boards order by id limit 50')",
    "const others = sql('select id from cards where id = $1 limit 50')",
    "const nearest = sql('select id from cards order by id limit 1')",
    '  const mostShown = Math.ceil((mostRows * 3) / 4)',
    '  const shown = rows.slice(0, 20)',
    'const limits = { perOwner: 24, name: 30, longest: 1 }',
    'function inert(text: string, most = 400) {',
    '<input maxLength={2_048} size={20} />',
    'const uris = z.array(z.string()).max(50)',
    'const count = Math.min(rows.length + 1, 200)',
    'if (text.length > 60 && status >= 500) return text.slice(0, 60) + at.slice(0, 10)',
    '// At most 30 of them, as in mostOf: 30.',
  ].join('\n')
  expect(boundsIn('a.ts', code)).toEqual([
    { of: 'a.ts mostRows', value: 1_000 },
    { of: 'a.ts longestText', value: 4_096 },
    { of: 'a.ts mostShown', value: null },
    { of: 'a.ts perOwner', value: 24 },
    { of: 'a.ts most', value: 400 },
    { of: 'a.ts maxLength', value: 2_048 },
    { of: 'a.ts limit 50', value: 50 },
    { of: 'a.ts limit 50 (2)', value: 50 },
    { of: 'a.ts max 50', value: 50 },
    { of: 'a.ts slice 20', value: 20 },
    { of: 'a.ts slice 60', value: 60 },
    { of: 'a.ts min 200', value: 200 },
    { of: 'a.ts compared 60', value: 60 },
  ])
  expect(boundsIn('packages/contract/src/a.ts', 'z.string().max(50)')).toEqual([])
})

test('a number is said in figures, as a word, or in a greater unit, and is no part of another', () => {
  expect([saysNumber('Ten of 1,000.', 10), saysNumber('Ten of 1,000.', 1_000), saysNumber('At most 4 MiB, or 30 days', 4_194_304)]).toEqual(
    [true, true, true],
  )
  expect([saysNumber('At most 11,000.', 1_000), saysNumber('At most 1,000.', 1), saysNumber('At most 4 MiB', 4_000)]).toEqual([
    false,
    false,
    false,
  ])
})
