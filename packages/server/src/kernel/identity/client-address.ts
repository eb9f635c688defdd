import ipaddr from 'ipaddr.js'

/** The machine itself, or a proxy on it. */
export const isLoopbackAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/**
 * The key under which limits count an address: the IPv4 address, or the /64 network of an IPv6 address, since one customer holds all
 * addresses of such a network.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(network)}/64`
}
