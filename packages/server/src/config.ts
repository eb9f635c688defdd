import type { z } from 'zod'
import { settings } from './config/settings.ts'
import { mistypedNames } from './mistyped-names.ts'

/** The configuration: environment variables, each checked at the start. Specification: decisions §6. */
export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K][0]> }

/** Throws an Error with one line per bad value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const entries = Object.entries(settings).map(([name, [schema]]) => {
    const raw = environment[name]
    const parsed = schema.safeParse(raw === '' ? undefined : raw)
    if (!parsed.success) problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}${asGiven(name, raw)}`)
    return [name, parsed.data]
  })
  problems.push(...missingForS3(Object.fromEntries(entries) as Config))
  problems.push(...halfMailIn(Object.fromEntries(entries) as Config))
  if (problems.length === 0) problems.push(...noWayIn(Object.fromEntries(entries) as Config))
  if (problems.length > 0)
    throw new Error(
      `The configuration has ${problems.length === 1 ? 'a bad value' : 'bad values'}:\n  ${problems.join('\n  ')}\nRun with --help for the list.`,
    )
  return Object.fromEntries(entries) as Config
}

/** Settings that may contain a password or a key: their values are left out of the errors of a failed start. */
const secretNames = /^(DATABASE|REDIS|SMTP|MAIL_IN_IMAP)_URL$|^OIDC_PROVIDERS$|^(?!RATE_LIMIT_).*_(KEY|KEY_ID|TOKEN|SECRET)$/

function asGiven(name: string, raw: string | undefined): string {
  const holdsSecret = secretNames.test(name) || (raw !== undefined && /:\/\/[^/]*@/.test(raw))
  return holdsSecret ? '' : ` (it is ${JSON.stringify(raw)})`
}

const neededForS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function missingForS3(config: Config): string[] {
  if (config.ATTACHMENT_STORE !== 's3') return []
  return neededForS3.filter((name) => config[name] === undefined).map((name) => `${name}: must be set when ATTACHMENT_STORE is s3`)
}

/** Mails must not ask for replies unless replies can be received. */
function halfMailIn({ MAIL_IN_ADDRESS, MAIL_IN_SECRET, MAIL_IN_IMAP_URL }: Config): string[] {
  const arrives = MAIL_IN_SECRET !== undefined || MAIL_IN_IMAP_URL !== undefined
  if (arrives === (MAIL_IN_ADDRESS !== undefined)) return []
  return arrives
    ? ['MAIL_IN_ADDRESS: must be set when MAIL_IN_SECRET or MAIL_IN_IMAP_URL is']
    : ['MAIL_IN_ADDRESS: needs MAIL_IN_SECRET or MAIL_IN_IMAP_URL for incoming replies']
}

function noWayIn({ LOCAL_LOGIN, OIDC_PROVIDERS }: Config): string[] {
  return LOCAL_LOGIN || OIDC_PROVIDERS.length > 0
    ? []
    : ['LOCAL_LOGIN: must be true while OIDC_PROVIDERS is empty, because otherwise no one could sign in']
}

/** Variables of the environment that are probably meant to be settings of ours. */
export const mistypedSettings = (environment: Record<string, string | undefined>): { name: string; meant: string }[] =>
  mistypedNames(
    Object.keys(environment).filter((name) => environment[name]),
    Object.keys(settings),
  )

/** Each setting with its description and its default: null when it has no single default value. */
export function describeSettings(): { name: string; about: string; fallback: string | null }[] {
  return Object.entries(settings).map(([name, [schema, about]]) => {
    const { data } = schema.safeParse(undefined)
    return { name, about, fallback: asWritten(data) }
  })
}

function asWritten(data: unknown): string | null {
  if (data === undefined || data === '') return null
  if (typeof data !== 'object' || data === null) return String(data)
  return 'perMinute' in data && 'burst' in data ? `${data.perMinute}/${data.burst}` : null
}

export function configHelp(): string {
  const described = describeSettings()
  const width = Math.max(...described.map(({ name }) => name.length))
  const lines = described.map(
    ({ name, about, fallback }) => `  ${name.padEnd(width)}  ${about}${fallback === null ? '' : ` (${fallback})`}`,
  )
  return `Usage: npm start\n\nTandem is configured by environment variables:\n\n${lines.join('\n')}\n`
}
