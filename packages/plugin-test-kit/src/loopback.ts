import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The server of a provider's double. `stop` also ends the open connections. */
export async function listenOnLoopback(listener: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const pauseMs = 25

/** Repeats `send` until it resolves with a 2xx status. A refused connection counts as no answer and is repeated too. */
export async function untilTaken(send: () => Promise<number>): Promise<void> {
  for (;;) {
    const status = await send().catch(() => 0)
    if (status >= 200 && status < 300) return
    await wait(pauseMs)
  }
}
