import { expect, test } from 'vitest'
import { sharedBuffersMiB } from '../../src/db/embedded/settings.ts'

const gibibyte = 2 ** 30

test.each([
  [0.5, 128],
  [1, 128],
  [2, 256],
  [4, 512],
  [64, 512],
])('of %d GiB of memory, PostgreSQL keeps at most %d MiB of pages', (memory, pages) => {
  expect(sharedBuffersMiB(memory * gibibyte)).toBe(pages)
})
