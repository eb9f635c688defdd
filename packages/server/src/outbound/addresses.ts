import ipaddr from 'ipaddr.js'

/** Which addresses outbound calls may reach. Specification: decisions §5, reliability W4. */
export type AddressPolicy = {
  /** Whether `address` may be connected to for a URL that names `host`. */
  allows(address: string, host: string): boolean
  /** Whether the operator permits `host` by its name. */
  names(host: string): boolean
  /** Whether `address` is public, without the operator's exceptions. */
  isPublic(address: string): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The ranges that OUTBOUND_ALLOW_PRIVATE permits; translated, reserved and multicast ranges are never permitted. */
const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/**
 * Metadata services of clouds, which hand out credentials: permitted by an exact entry only, never by a range, a name or
 * OUTBOUND_ALLOW_PRIVATE.
 */
const metadata = new Set(['169.254.169.254', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16'])

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** `allowed` = hosts, addresses and CIDRs, comma-separated. Throws on any other entry. */
export function addressPolicy(settings: { allowPrivate: boolean; allowed: string }): AddressPolicy {
  const { hosts, exact, ranges } = parseAllowed(settings.allowed)
  return {
    names: (host) => hosts.has(host),
    isPublic(text) {
      const address = parseAddress(text)
      return address !== undefined && isPublic(address)
    },
    allows(text, host) {
      const address = parseAddress(text)
      if (!address) return false
      if (exact.has(address.toString())) return true
      if (metadata.has(address.toString())) return false
      if (isPublic(address) || hosts.has(host)) return true
      if (settings.allowPrivate && privateRanges.has(address.range())) return true
      return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
    },
  }
}

/** An IPv4 address inside an IPv6 one is checked as that IPv4 address. */
function parseAddress(text: string): Address | undefined {
  const [address = ''] = text.split('%')
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

function parseAllowed(list: string) {
  const hosts = new Set<string>()
  const exact = new Set<string>()
  const ranges: [Address, number][] = []
  for (const entry of list
    .split(',')
    .map((text) => text.trim().toLowerCase())
    .filter(Boolean)) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.isValid(entry)) exact.add(ipaddr.process(entry).toString())
    else if (/^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(entry)) hosts.add(entry)
    else throw new Error(`OUTBOUND_ALLOWED: ${JSON.stringify(entry)} is not a host, address or CIDR.`)
  }
  return { hosts, exact, ranges }
}
