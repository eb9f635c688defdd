import { isIP } from 'node:net'
import { refusal } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config/derived.ts'
import type { Config } from '../../config.ts'

/**
 * Throws forbidden for a Host that is not a name of this service. A web page that points its own name at our address (DNS rebinding) sends
 * that name as Host, and the browser takes our answers for the page's own. An IP address cannot be pointed elsewhere, and `localhost` is
 * always the machine of the browser. Specification: decisions §6.
 *
 * Behind a proxy the name in X-Forwarded-Host must be allowed as well as Host, not instead of it: many proxies pass that header on as the
 * client sent it.
 */
export function refuseForeignHost(config: Config, { headers, host: forwarded, routeOptions }: FastifyRequest): void {
  if (routeOptions.config?.anyone) return
  // HTTP/1.0 may leave Host out; no browser does.
  const given = headers.host === undefined ? [] : [headers.host, forwarded]
  const foreign = given.find((host) => !isOwnHost(config, hostNameIn(host)))
  if (foreign === undefined) return
  const name = JSON.stringify(foreign.slice(0, 100))
  throw refusal('hostUnknown', { name })
}

/** The name or address in a Host header, in lower case; undefined when it is no `name[:port]`. */
export function hostNameIn(host = ''): string | undefined {
  const [, name] = /^(\[[^\]]*\]|[^:]*?)\.?(:\d+)?$/.exec(host) ?? []
  return name?.toLowerCase()
}

function isOwnHost(config: Config, name: string | undefined): boolean {
  if (name === undefined) return false
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0
  return isAddress || isLoopback(name) || name.endsWith('.localhost') || isConfigured(config, name)
}

function isConfigured({ HOST, PUBLIC_URL, MCP_PUBLIC_URL, ALLOWED_HOSTS }: Config, name: string): boolean {
  const ofUrls = [PUBLIC_URL, MCP_PUBLIC_URL].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]))
  return [HOST.toLowerCase(), ...ofUrls, ...ALLOWED_HOSTS].includes(name) || ALLOWED_HOSTS.includes('*')
}
