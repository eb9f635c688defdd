import { afterAll, afterEach } from 'vitest'
import { removeScratch, removeTemplate } from '../embedded/fixture/scratch.ts'
import { endServices } from '../embedded/fixture/spawn-service.ts'
import { endStarted } from '../faults/rig/tandem.ts'

/**
 * Ends everything that a test has started and left. It is set up for every file, because hooks of a module apply only to the first file
 * that loads it.
 */
afterEach(async () => {
  await endStarted()
  await endServices()
  await removeScratch()
})

afterAll(removeTemplate)
