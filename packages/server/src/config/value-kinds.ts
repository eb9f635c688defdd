import { isIP } from 'node:net'
import { z } from 'zod'
import { parseDatabaseUrl } from '../db/servers/database-url.ts'
import { longestCode, longestReplyName } from '../domain/replies/address.ts'

/** The kinds of values that settings have, each with the message for a value that does not fit. */
export const positive = z.coerce.number('must be a number').positive('must be a number above 0')
export function wholeNumber(least: number, most: number, what = 'whole number') {
  const message = `must be a ${what} from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}
export const bytes = z.coerce.number('must be a number').int('must be a whole number of bytes').min(1, 'must be a number of bytes above 0')
export const connections = z.coerce.number('must be a number').int('must be a whole number').min(16, 'must be 16 or more')
export const most = z.coerce.number('must be a number').int('must be a whole number').min(0, 'must be 0 or more')
export const flag = z.stringbool('must be true or false')
export const absolute = z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).transform((url) => url.replace(/\/+$/, ''))

/**
 * The origin of our pages and of the OAuth documents, which clients look up at the root of a host; normalised, since clients compare it as
 * a string.
 */
export const ownOrigin = absolute
  .refine(isBare, 'must be an origin such as https://tandem.example.com, with nothing behind it')
  .transform((url) => new URL(url).origin)

function isBare(url: string): boolean {
  const { pathname, search, hash, username, password } = new URL(url)
  return pathname === '/' && [search, hash, username, password].every((part) => part === '')
}

export const bucket = z
  .string()
  .regex(/^(0|[1-9]\d*\/[1-9]\d*)$/, 'must be perMinute/burst such as 1200/600, or 0 for off')
  .transform((text) => {
    if (text === '0') return null
    const [perMinute = 0, burst = 0] = text.split('/').map(Number)
    return { perMinute, burst }
  })

export const entriesIn = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

export const namesIn = (list: string): string[] => entriesIn(list.toLowerCase())

export const isHostName = (name: string): boolean => name === '*' || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)

export const isOrigin = (origin: string): boolean => origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)

/** The name has no `+`, which begins the code. */
export function isReplyAddress(address: string): boolean {
  const [, name = ''] = /^([a-z0-9][a-z0-9._-]*)@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.exec(address) ?? []
  return name !== '' && name.length <= longestReplyName && address.length <= 254 - longestCode
}

export function checkDatabaseUrl(url: string, context: z.RefinementCtx): void {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
}

const rangesByName = ['loopback', 'linklocal', 'uniquelocal']

export function isProxySetting(setting: string): boolean {
  return /^(true|false|\d+)$/.test(setting) || setting.split(',').every((part) => isRange(part.trim()))
}

function isRange(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return rangesByName.includes(text) || (rest.length === 0 && /^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
}
