import { isIP } from 'node:net'
import type { FieldReason } from '@tandem/contract'
import type { AddressPolicy } from './addresses.ts'

/** The target of an outbound URL, after WHATWG parsing: odd encodings of addresses are gone, `localhost.` is `localhost`. */
export type Target = { url: URL; host: string; literal: string | null }

/** The target, or the error of the URL before its name is resolved. Specification: reliability W3. */
export function targetOf(text: string): Target | { problem: Extract<FieldReason, `address${string}`> } {
  if (!URL.canParse(text)) return { problem: 'addressUnread' }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'addressScheme' }
  if (url.username !== '' || url.password !== '') return { problem: 'addressPassword' }
  if (!isAllowedPort(url.port)) return { problem: 'addressPort' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (host === '') return { problem: 'addressHost' }
  return { url, host, literal: isIP(host) ? host : null }
}

function isAllowedPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}

/** The addresses that are known without DNS: a literal, or what localhost always is. */
export function knownAddresses({ host, literal }: Target): string[] | null {
  if (literal !== null) return [literal]
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null
}

export function allowedAmong(policy: AddressPolicy, host: string, addresses: readonly string[]): string[] {
  return addresses.filter((address) => policy.allows(address, host))
}
