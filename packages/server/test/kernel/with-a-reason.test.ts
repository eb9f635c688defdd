import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Codes that say enough by themselves: the web has words for each. */
const speaking = [
  'not_found',
  'unauthorized',
  'invalid_token',
  'invalid_credentials',
  'duplicate_email',
  'rate_limited',
  'unavailable',
  'internal',
]

/** What a request of a person goes through. Surfaces refuse what no page sends; the administration speaks on a terminal. */
const folders = ['domain', 'kernel', 'db', 'files', 'live', 'outbound'].map((name) => new URL(`../../src/${name}/`, import.meta.url))

test('what a person may meet is refused with a reason of the table, which has words in every language', () => {
  const made = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(new URL(name, folder), 'utf8').matchAll(/new TandemError\(\s*([^,]+),/g)].map(([, code]) => `${name} ${code}`),
      ),
  )
  expect(made.length).toBeGreaterThan(10)
  // The schema's problems come with the reasons that the schema found.
  const known = ["parse-input.ts 'validation'", ...made.filter((one) => speaking.some((code) => one.endsWith(` '${code}'`)))]
  expect(made.filter((one) => !known.includes(one))).toEqual([])
})
