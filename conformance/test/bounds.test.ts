import { expect, test } from 'vitest'
import { boundsIn, boundsInSources } from '../src/bounds/in-sources.ts'
import { internalBounds } from '../src/bounds/internal.ts'
import { promisedBounds } from '../src/bounds/promised.ts'
import { saysNumber } from '../src/bounds/said.ts'
import { requirements } from '../src/requirements.ts'

/** Every bound that stands in the code is a requirement, which a test proves, or says why it is none. */
const bounds = boundsInSources()
const classed = [...Object.keys(promisedBounds), ...internalBounds.flatMap((group) => group.bounds)]
const classesOf = (of: string) => classed.filter((key) => of === key || of.endsWith(`/${key}`))

test('every bound in the sources is promised by a requirement, or internal for a reason', () => {
  expect(bounds.map(({ of }) => of).filter((of) => classesOf(of).length === 0)).toEqual([])
})

test('what is classed is one bound in the sources', () => {
  const seen = bounds.flatMap(({ of }) => classesOf(of))
  expect(classed.filter((key) => !seen.includes(key))).toEqual([])
  expect(seen.filter((key, at) => seen.indexOf(key) !== at)).toEqual([])
})

/** Bounds of which the rule says the outcome: pages as their rows, parts of an output as what is left of it, a default as its setting. */
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
    if (id === undefined || value === null || inOtherTerms.has(key)) return []
    return saysNumber(requirements[id].rule, value) ? [] : [`${of} is ${value}, and ${id} says: ${requirements[id].rule}`]
  })
  expect(differing).toEqual([])
})

test('a bound is found by its name, in a list of constants, and in a statement', () => {
  const code = [
    'const mostRows = 1_000',
    'export const [pageSize, longestText] = [20, 4 * 1_024]',
    'const mostOf = (key: string) => key.length + 1',
    "const read = sql('select id from boards order by id limit 50')",
    "const others = sql('select id from cards where id = $1 limit 50')",
    "const nearest = sql('select id from cards order by id limit 1')",
  ].join('\n')
  expect(boundsIn('a.ts', code)).toEqual([
    { of: 'a.ts mostRows', value: 1_000 },
    { of: 'a.ts longestText', value: 4_096 },
    { of: 'a.ts limit 50', value: 50 },
    { of: 'a.ts limit 50 (2)', value: 50 },
  ])
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
