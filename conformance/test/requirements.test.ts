import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requirements } from '../src/requirements.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The report of a run counts the proved ids; this test fails for an id that no test proves. A mention in a comment is no proof. */
test('every requirement is named by a test that proves it', () => {
  const files = globSync(['conformance/test/*.test.ts', '{plugins,packages}/*/test/**/*.test.ts'], { cwd: root })
  const named = new Set(
    files.flatMap((file) =>
      [...withoutComments(readFileSync(root + file, 'utf8')).matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, id]) => id),
    ),
  )
  expect(Object.keys(requirements).filter((id) => !named.has(id))).toEqual([])
})

const withoutComments = (code: string): string => code.replace(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, '')
