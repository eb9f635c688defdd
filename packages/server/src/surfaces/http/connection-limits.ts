import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'

export type ConnectionLimits = {
  /** The most connections. */
  most: number
  /** The most live sockets among them, so that there is always room for requests. */
  mostLiveSockets: number
  /** Live sockets, streams and waiting calls of a person together with all agents of theirs, so that one person cannot block others. */
  mostListenersPerPerson: number
  /** The most connections from one address; Infinity for an address that many clients share. */
  perAddress(address: string): number
}

type Settings = Pick<Config, 'CONNECTIONS_MAX' | 'CONNECTIONS_MAX_PER_ADDRESS' | 'DATABASE_POOL_SIZE' | 'TRUST_PROXY'>

/** Descriptors that every process uses: code, logs, timers, the connections to other instances, Redis and mail. */
const usual = 64
/** Deliveries of webhooks under way (workers/deliveries/pools.ts). */
const deliveries = 512
/** A connection needs a descriptor, and one in three a file as well. */
const partForConnections = 3 / 4
/** The lower limit, whatever the number of descriptors: with fewer connections the service is of no use. */
const least = 64
/** Enough for an actor with as many as one may have (live/listener-limits.ts) and for all others of the same person. */
const mostListenersPerPerson = 2_000
/** Memory is reserved for so many. */
const mostByDefault = 20_000

/** How many connections leave descriptors for the database, deliveries and files. */
export function roomForConnections(descriptors: number, poolSize: number): number {
  return Math.max(least, Math.floor((descriptors - usual - deliveries - poolSize) * partForConnections))
}

export function connectionLimits(config: Settings, descriptors = openFilesLimit()): ConnectionLimits {
  const most = Math.min(config.CONNECTIONS_MAX ?? mostByDefault, roomForConnections(descriptors, config.DATABASE_POOL_SIZE))
  const perAddress = config.CONNECTIONS_MAX_PER_ADDRESS ?? Math.ceil(most / 4)
  const standsForMany = sharedAddresses(config.TRUST_PROXY)
  const mostLiveSockets = Math.ceil((most * 3) / 4)
  return {
    most,
    mostLiveSockets,
    mostListenersPerPerson: Math.min(mostListenersPerPerson, Math.ceil(mostLiveSockets / 2)),
    perAddress: (address) => (standsForMany(address) ? Infinity : perAddress),
  }
}

/** Addresses of trusted proxies, and of this machine, on which a proxy runs more often than a crowd. */
function sharedAddresses(setting: Config['TRUST_PROXY']): (address: string) => boolean {
  if (setting === 'true' || Number(setting) > 0) return () => true
  const proxies = setting.split(',').map((part) => part.trim())
  return (address) => {
    if (!ipaddr.isValid(address)) return address === ''
    const parsed = ipaddr.process(address)
    return parsed.range() === 'loopback' || proxies.some((proxy) => isIn(parsed, proxy))
  }
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, proxy: string): boolean {
  if (!/\d/.test(proxy)) return address.range().toLowerCase() === proxy
  const [network, bits] = proxy.includes('/') ? ipaddr.parseCIDR(proxy) : whole(ipaddr.process(proxy))
  return network.kind() === address.kind() && address.match(network, bits)
}

const whole = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [address, address.kind() === 'ipv4' ? 32 : 128]

/** How many files and connections this process may have open; Infinity when the system does not say. */
function openFilesLimit(): number {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork?: boolean }
  // Otherwise it looks up the names of all peers.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isNaN(soft) ? Infinity : soft
}
