import { isIP } from 'node:net'
import type { AddressPolicy } from './addresses.ts'

/** What an outbound URL names, after WHATWG parsing: odd encodings of addresses are gone, `localhost.` is `localhost`. */
export type Target = { url: URL; host: string; literal: string | null }

/** The target, or what is wrong with the URL before its name is resolved. Specification: reliability W3. */
export function targetOf(text: string): Target | { problem: string } {
  if (!URL.canParse(text)) return { problem: 'is no URL. Send an absolute http or https URL.' }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'must be an http or https URL.' }
  if (url.username !== '' || url.password !== '') return { problem: 'carries credentials. Leave out user and password.' }
  if (!isAllowedPort(url.port)) return { problem: 'names a port that is not allowed. Use 80, 443 or one from 1024 up.' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (host === '') return { problem: 'names no host.' }
  return { url, host, literal: isIP(host) ? host : null }
}

function isAllowedPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}

/** The addresses that are known without asking anyone: a literal, or what localhost always is. */
export function knownAddresses({ host, literal }: Target): string[] | null {
  if (literal !== null) return [literal]
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null
}

export function allowedAmong(policy: AddressPolicy, host: string, addresses: readonly string[]): string[] {
  return addresses.filter((address) => policy.allows(address, host))
}
