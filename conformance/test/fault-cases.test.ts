import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultCases } from '../src/fault-cases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The tests of `npm test` and `npm run test:heavy`: tests that run elsewhere are no proof in CI. */
const files = new Set(
  globSync(['conformance/test/**/*.test.ts', 'apps/web/test/**/*.test.ts', '{plugins,packages}/*/test/**/*.test.ts'], { cwd: root }).filter(
    (file) => !/\.(soak|clients)\.test\.ts$/.test(file),
  ),
)
const titles = /(?:^|[\s([])(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)/gm

test('every case is named by the title of a test in each file that is said to prove it', () => {
  const ids = Array.from({ length: Object.keys(faultCases).length }, (_, at) => `F${String(at + 1).padStart(2, '0')}`)
  expect(Object.keys(faultCases)).toEqual(ids)
  const unproved = Object.entries(faultCases).flatMap(([id, { provedIn }]) =>
    provedIn.length === 0 ? [id] : provedIn.filter((file) => !isNamedIn(id, file)).map((file) => `${id} in ${file}`),
  )
  expect(unproved).toEqual([])
  expect(readFileSync(`${root}docs/security.md`, 'utf8')).toContain(`| ${ids.length} cases of abuse and faults`)
})

test('every long form of a case is named by the title of a test that `npm run test:faults` runs', () => {
  const longForms = Object.entries(faultCases).flatMap(([id, { longForm }]) => (longForm === undefined ? [] : [{ id, file: longForm }]))
  const [, names = ''] =
    /test:faults": "vitest run --config vitest\.soak\.config\.ts ([^"]+)"/.exec(readFileSync(`${root}package.json`, 'utf8')) ?? []
  expect(longForms.map(({ file }) => file).toSorted()).toEqual(
    names
      .split(' ')
      .map((name) => `packages/server/test/faults/kills/${name}.soak.test.ts`)
      .toSorted(),
  )
  expect(longForms.filter(({ id, file }) => !hasTitleWith(id, file))).toEqual([])
})

function isNamedIn(id: string, file: string): boolean {
  return files.has(file) && hasTitleWith(id, file)
}

function hasTitleWith(id: string, file: string): boolean {
  return [...readFileSync(root + file, 'utf8').matchAll(titles)].some(([title]) => new RegExp(`\\b${id}\\b`).test(title))
}
