import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { broken } from '../src/mutations/mutation.ts'
import { mutations } from '../src/mutations/mutations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `npm run test:mutations` takes minutes to say so. */
test('the code holds each text that a mutation breaks, once', () => {
  const lost = mutations.flatMap((mutation) => {
    try {
      broken(readFileSync(root + mutation.file, 'utf8'), mutation)
      return []
    } catch (error) {
      return [`${mutation.breaks}: ${(error as Error).message}`]
    }
  })
  expect(lost).toEqual([])
})

test('each mutation says in a sentence of its own what it breaks', () => {
  const said = mutations.map(({ behaviour }) => behaviour)
  expect(new Set(said).size).toBe(said.length)
  expect(said.filter((sentence) => !/^[A-Z\w].*\.$/.test(sentence))).toEqual([])
})
