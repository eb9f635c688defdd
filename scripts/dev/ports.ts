import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws when something listens there: most often another `npm run dev`, or `npm start`. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  await listenOnce(host, port).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'something listens there already, perhaps another npm run dev or npm start' : error.message
    throw new Error(`port ${port} of ${host} cannot be used: ${reason}. Stop it, or set PORT.`)
  })
}

/** Below the ephemeral ports: the system could assign one of those to another process while the service restarts. */
const ports = { lowest: 20_000, count: 12_000 }

/** Chosen once, so that the service has the same one after each restart. */
export async function freePort(host: string): Promise<number> {
  const port = ports.lowest + Math.floor(Math.random() * ports.count)
  try {
    await listenOnce(host, port)
    return port
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort(host)
  }
}

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
