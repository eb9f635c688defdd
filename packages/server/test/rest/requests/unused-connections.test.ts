import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startTestService } from '../../kit/service.ts'

test('a connection that a browser has opened ahead and not used does not delay the end of a service', async () => {
  const tandem = await startTestService()
  const { hostname, port } = new URL(tandem.url)
  const unused = connect(Number(port), hostname)
  const { server } = tandem.service.app
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(1)
  const ended = once(unused, 'close')
  await tandem.stop()
  await ended
})
