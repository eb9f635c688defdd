import { isLoopback, localUrl } from '../../config/derived.ts'
import type { Config } from '../../config.ts'
import { hostNameIn } from './hosts.ts'

/**
 * The addresses of the MCP endpoint for clients, from the configuration and never from headers of a request. Without a configured URL the
 * service runs on this machine: then the loopback name in the request is taken, with the port of its socket. Specification: service §1 and
 * §7, decisions §6.
 */
export type Arrival = { headers: { host?: string | undefined }; socket: { localPort?: number | undefined } }

/** The origin of the endpoint, without a slash at the end. */
export function mcpOrigin(config: Config, arrival?: Arrival): string {
  return config.MCP_PUBLIC_URL ?? config.PUBLIC_URL ?? localUrl(config, config.MCP_PORT ?? arrival?.socket.localPort, nameOf(arrival))
}

/** The endpoint: the `resource` that tokens are for (RFC 8707, RFC 9728). */
export const mcpUrl = (config: Config, arrival?: Arrival): string => `${mcpOrigin(config, arrival)}/mcp`

/** The document that names our authorization server (RFC 9728 §3.1). */
export const resourceMetadataUrl = (config: Config, arrival?: Arrival): string =>
  `${mcpOrigin(config, arrival)}/.well-known/oauth-protected-resource/mcp`

/** The API's origin, which is the issuer too: the same string in every document and every redirect. */
export function issuerUrl(config: Config, arrival?: Arrival): string {
  const port = config.MCP_PORT === undefined ? arrival?.socket.localPort : config.PORT
  return config.PUBLIC_URL ?? localUrl(config, port, nameOf(arrival))
}

function nameOf(arrival: Arrival | undefined): string | undefined {
  const name = hostNameIn(arrival?.headers.host)
  return name !== undefined && isLoopback(name) ? name : undefined
}
