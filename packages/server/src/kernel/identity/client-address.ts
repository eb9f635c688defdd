import ipaddr from 'ipaddr.js'

/** The machine itself, or a proxy on it. */
export const isLoopbackAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** What a limit by address counts: an IPv4 address, or the IPv6 network of 64 bits, all addresses of which one customer holds. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(network)}/64`
}
