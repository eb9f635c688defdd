import { urlOf as addressOf, freshDatabase, type ServerAddress } from '../../kit/database.ts'
import { type FaultProxy, startFaultProxy } from '../../kit/servers/fault-proxy.ts'

/** A fresh database on the server of the run, reached by two ports as if there were two servers. */
export type TwoServers = {
  proxies: readonly [FaultProxy, FaultProxy]
  name: string
  address: ServerAddress
  urlOf(parameters?: string, database?: string): { connectionString: string }
  stop(): Promise<void>
}

export async function twoServers(): Promise<TwoServers> {
  const { address, drop } = await freshDatabase()
  const { username, password, hostname, port, pathname, searchParams } = new URL(addressOf(address))
  const host = searchParams.get('host') ?? hostname
  const server = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port || 5432}` } : { host, port: Number(port || 5432) }
  const start = () => startFaultProxy(server)
  const proxies = [await start(), await start()] as const
  const name = pathname.slice(1)
  const hosts = proxies.map((proxy) => `127.0.0.1:${proxy.port}`).join(',')
  return {
    proxies,
    name,
    address,
    urlOf: (parameters = 'target_session_attrs=read-write', database = name) => ({
      connectionString: `postgres://${username}:${password}@${hosts}/${database}?${parameters}`,
    }),
    async stop() {
      for (const proxy of proxies) await proxy.stop()
      await drop()
    },
  }
}
