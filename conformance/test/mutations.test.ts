import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutations } from '../src/mutations/mutations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `npm run test:mutations` takes minutes to say so. */
test('the code holds each text that a mutation breaks, once', () => {
  const lost = mutations.filter(({ file, find }) => readFileSync(root + file, 'utf8').split(find).length !== 2)
  expect(lost.map(({ breaks, file }) => `${breaks} in ${file}`)).toEqual([])
})
