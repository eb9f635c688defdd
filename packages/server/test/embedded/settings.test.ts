import { expect, test } from 'vitest'
import { sharedBuffersMiB } from '../../src/db/embedded/settings.ts'

const gibibyte = 2 ** 30

test.each([
  [0.5, 128],
  [1, 128],
  [2, 256],
  [4, 512],
  [64, 512],
])('with %d GiB of memory, shared_buffers is %d MiB', (memory, pages) => {
  expect(sharedBuffersMiB(memory * gibibyte)).toBe(pages)
})
