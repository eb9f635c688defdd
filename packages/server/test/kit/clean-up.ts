import { afterAll, afterEach } from 'vitest'
import { removeScratch, removeTemplate } from '../embedded/fixture/scratch.ts'
import { endServices } from '../embedded/fixture/spawn-service.ts'
import { endStarted } from '../faults/rig/tandem.ts'

/** What a test starts and leaves ends with it. For every file: hooks of a module are those of the first file alone that loads it. */
afterEach(async () => {
  await endStarted()
  await endServices()
  await removeScratch()
})

afterAll(removeTemplate)
