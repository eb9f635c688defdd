import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import type { ServerAddress } from '../../kit/database.ts'

/** A way to the database on which the answer to a COMMIT can get lost: the transaction is committed, and its sender never knows. */
export type CommitBreaker = {
  address: ServerAddress
  /** Cuts the connection of each of the next commits, once the database has done them. */
  breakNext(commits: number): void
  readonly broken: number
  close(): Promise<void>
}

const answerToCommit = Buffer.from('COMMIT\0')

export async function startCommitBreaker(server: ServerAddress, database: string): Promise<CommitBreaker> {
  let toBreak = 0
  let broken = 0
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const upstream = connectTo(server)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (chunk: Buffer) => {
      if (toBreak > 0 && chunk.includes(answerToCommit)) {
        toBreak -= 1
        broken += 1
        client.destroy()
      } else client.write(chunk)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  const user = 'connectionString' in server ? decodeURIComponent(new URL(server.connectionString).username) : server.user
  return {
    address: { host: '127.0.0.1', port, user, database },
    breakNext: (commits) => {
      toBreak = commits
    },
    get broken() {
      return broken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** A host that begins with a slash is the folder of a unix socket, as PostgreSQL's clients have it. */
function connectTo(server: ServerAddress): Socket {
  const { host, port } = 'connectionString' in server ? hostOf(new URL(server.connectionString)) : server
  return host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host)
}

const hostOf = (url: URL) => ({ host: url.searchParams.get('host') ?? url.hostname, port: Number(url.port || 5432) })
