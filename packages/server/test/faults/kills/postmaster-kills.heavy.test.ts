import { expect, test } from 'vitest'
import { killPostmaster } from './postmaster-kills.ts'

test('3 SIGKILLs of the postmaster under load: every request is answered, the service recovers by itself, nothing acknowledged is lost (F09)', {
  timeout: 600_000,
}, async () => {
  expect((await killPostmaster(3)).wrongs).toEqual([])
})
