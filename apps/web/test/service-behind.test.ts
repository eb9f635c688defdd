import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestService } from '../../../packages/server/test/kit/service.ts'
import { servicePaths } from '../build/service-behind.ts'

test('npm run dev passes every path that the service answers on to it', async () => {
  const tandem = await startTestService()
  const routes = tandem.service.app.printRoutes({ commonPrefix: false })
  await tandem.stop()
  const paths = [...routes.matchAll(/^ {4}[├└]── (\S+) \(/gm)].map(([, path]) => `/${path}`)
  expect(paths).toContain('/docs/api')
  const unserved = paths.filter((path) => !servicePaths.some((prefix) => `${path}/`.startsWith(`${prefix}/`)))
  // The web app itself, and what vite serves of its public folder.
  expect(unserved.filter((path) => !existsSync(new URL(`../public${path}`, import.meta.url)))).toEqual(['/*'])
})
