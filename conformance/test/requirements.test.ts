import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requirements } from '../src/requirements.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * CI names an id that no test of its runs proved (scripts/add-counts.ts); this test fails for one that no test names. A
 * mention in a comment is no proof, nor is a test that CI leaves out.
 */
test('every requirement is named by a test that proves it', () => {
  const files = globSync(['conformance/test/**/*.test.ts', '{plugins,packages,apps}/*/test/**/*.test.ts'], {
    cwd: root,
    exclude: ['**/*.{soak,clients}.test.ts'],
  })
  const named = new Set(
    files.flatMap((file) =>
      [...withoutComments(readFileSync(root + file, 'utf8')).matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, id]) => id),
    ),
  )
  expect(Object.keys(requirements).filter((id) => !named.has(id))).toEqual([])
})

const withoutComments = (code: string): string => code.replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, '')
