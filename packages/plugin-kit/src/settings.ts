import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The settings of the operator, all in the environment: `docs/plugins.md` explains them. */
export type Environment = Readonly<Record<string, string | undefined>>

export type InstallSettings = {
  name: string
  token: string
  signingSecret: string
  secrets: Readonly<Record<string, string>>
  allow: readonly string[] | undefined
}

export type Settings = {
  host: string
  port: number
  stateDir: string
  logLevel: string
  tandemUrl: string
  /** The address at which people open Tandem. */
  publicUrl: string
  installs: readonly InstallSettings[]
}

const url = z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).transform((text) => text.replace(/\/+$/, ''))

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('must be a port number').int('must be a port number').min(0).max(65_535).default(8_080),
  STATE_DIR: z.string().min(1).default('./plugin-state'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TANDEM_URL: url.default('http://127.0.0.1:3000'),
  TANDEM_PUBLIC_URL: url.optional(),
  TANDEM_INSTALL: z.string().default('default'),
  TANDEM_TOKEN: z.string().optional(),
  TANDEM_SIGNING_SECRET: z.string().optional(),
  TANDEM_INSTALLS: z.string().optional(),
  TANDEM_INSTALLS_FILE: z.string().optional(),
})

const asName = 'must be 1 to 63 of a-z, 0-9 and -'
const asToken = 'must be the token that the installation returned (kbt_…)'
const asSecret = 'must be the signing secret that the installation returned (whsec_…)'
const install = z.strictObject({
  name: z.string(asName).regex(/^[a-z0-9][a-z0-9-]{0,62}$/, asName),
  token: z.string(asToken).startsWith('kbt_', asToken),
  signingSecret: z.string(asSecret).startsWith('whsec_', asSecret),
  secrets: z.record(z.string(), z.string().min(1)).default({}),
  allow: z.array(z.string().min(1)).optional(),
})
const installs = z.array(install, 'must be a list of installations').min(1, 'must have at least one installation')

/** Throws an Error that names each bad value by its place, and never shows one. */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = parse('', variables, given)
  return {
    host: parsed.HOST,
    port: parsed.PORT,
    stateDir: parsed.STATE_DIR,
    logLevel: parsed.LOG_LEVEL,
    tandemUrl: parsed.TANDEM_URL,
    publicUrl: parsed.TANDEM_PUBLIC_URL ?? parsed.TANDEM_URL,
    installs: distinct(installsOf(parsed)),
  }
}

function installsOf(given: z.infer<typeof variables>): InstallSettings[] {
  if (given.TANDEM_INSTALLS_FILE !== undefined)
    return parse('TANDEM_INSTALLS_FILE', installs, json('TANDEM_INSTALLS_FILE', textOf(given.TANDEM_INSTALLS_FILE))).map(complete)
  if (given.TANDEM_INSTALLS !== undefined)
    return parse('TANDEM_INSTALLS', installs, json('TANDEM_INSTALLS', given.TANDEM_INSTALLS)).map(complete)
  const one = { name: given.TANDEM_INSTALL, token: given.TANDEM_TOKEN, signingSecret: given.TANDEM_SIGNING_SECRET }
  if (one.token === undefined || one.signingSecret === undefined)
    throw new Error('Set TANDEM_TOKEN and TANDEM_SIGNING_SECRET of one installation, or TANDEM_INSTALLS_FILE for several.')
  return [complete(parse('TANDEM_TOKEN, TANDEM_SIGNING_SECRET or TANDEM_INSTALL', install, one))]
}

const complete = ({ allow, ...settings }: z.infer<typeof install>): InstallSettings => ({ ...settings, allow })

/** One token twice would be one install that acts twice. */
function distinct(all: InstallSettings[]): InstallSettings[] {
  for (const key of ['name', 'token'] as const) {
    if (new Set(all.map((one) => one[key])).size < all.length) throw new Error(`Two installations have the same ${key}.`)
  }
  return all
}

function parse<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${[what, ...issue.path].filter((part) => part !== '').join('.')}: ${issue.message}`)
  throw new Error(problems.join('\n'))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error('TANDEM_INSTALLS_FILE names a file that cannot be read.', { cause })
  }
}

/** Without a cause: the message of a JSON error shows a piece of the text, which holds secrets. */
function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name} is not valid JSON.`)
  }
}
