import type { Config } from '../config.ts'

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** A name or an address that always means the local machine. */
export const isLoopback = (host: string): boolean => loopback.test(host)

export const isPublicProfile = (config: Config): boolean => config.PUBLIC_URL?.startsWith('https:') ?? false

/** The contact of the operator for push services (RFC 8292). */
export function pushContact({ WEB_PUSH_CONTACT, PUBLIC_URL, MAIL_FROM }: Config): string {
  if (WEB_PUSH_CONTACT !== undefined) return WEB_PUSH_CONTACT
  if (PUBLIC_URL?.startsWith('https:')) return PUBLIC_URL
  return `mailto:${/[^\s<@]+@[^\s>]+/.exec(MAIL_FROM)?.[0] ?? 'tandem@localhost'}`
}

/** Advertised where documents cannot be fetched, it would leave clients without a way in: they try no other. */
export const takesClientDocuments = (config: Config): boolean => config.OAUTH_CIMD ?? isPublicProfile(config)

/** Null while only the system knows the port. */
export function webUrl(config: Config): string | null {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL
  return config.PORT === 0 ? null : localUrl(config)
}

/** The address of a service without a public URL, on this machine. */
export function localUrl({ HOST, PORT }: Config, port = PORT, name?: string): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = name ?? (everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST)
  return `http://${host}:${port}`
}

/** Decisions §5: private addresses may be reached only while no one else can ask for it. */
export function mayReachPrivateAddresses(config: Config): boolean {
  if (config.OUTBOUND_ALLOW_PRIVATE !== undefined) return config.OUTBOUND_ALLOW_PRIVATE
  const listensOnLoopback = isLoopback(config.HOST)
  const { PUBLIC_URL } = config
  return listensOnLoopback && (PUBLIC_URL === undefined || (PUBLIC_URL.startsWith('http:') && isLoopback(new URL(PUBLIC_URL).hostname)))
}
