import { type CallOptions, type Client, createClient } from '@tandem/client'
import { type InputOf, type OperationName, type Reason, TandemError } from '@tandem/contract'
import { Complaint } from './failures.ts'
import { readKept } from './login-file.ts'
import type { Terminal } from './terminal/terminal.ts'

/** A service, with the token of an actor. */
export type Connection = { client: Client; url: string; token: string }

/** The parameters of every command on the service. */
export type Context = Pick<Connection, 'client' | 'url'> & { terminal: Terminal }

const ownMachine = 'http://127.0.0.1:3000'

/** Throws Complaint if the text is no URL of a service. */
export async function urlOf(given: string | undefined): Promise<string> {
  return serviceUrl(given ?? (await readKept()).current ?? ownMachine)
}

/** In the form in which tokens are saved. */
export function serviceUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Complaint('wrong usage', `Invalid URL ${text}. Use one such as http://127.0.0.1:3000, with --url or TANDEM_URL.`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/**
 * Takes the token from the environment or from `tandem login`, never from an option, because all users of the machine can read command
 * lines. Throws Complaint without one.
 */
export async function connectionFor(given: string | undefined, terminal: Terminal): Promise<Connection> {
  const url = await urlOf(given)
  const kept = process.env.TANDEM_TOKEN ? null : await readKept(terminal)
  const token = process.env.TANDEM_TOKEN || kept?.services[url]?.token
  if (!token) throw new Complaint('wrong usage', `No token for ${url}. Run tandem login ${url}, or set TANDEM_TOKEN.`)
  return { client: clientFor({ url, token }), url, token }
}

/**
 * Records the acts of a program that a runner has started under its session, except on boards that are not the session's. They are refused
 * once another process has claimed it; then a claim is of the next card, and recorded under none.
 */
function clientFor(as: { url: string; token: string }): Client {
  const plain = createClient(as)
  const sessionId = process.env.TANDEM_SESSION
  if (!sessionId) return plain
  const has = (error: unknown, reason: Reason) => error instanceof TandemError && error.reason === reason
  const isElsewhere = (error: unknown, name: OperationName) =>
    has(error, 'sessionNotOwn') || (name === 'work.claim' && has(error, 'leaseLost'))
  const generation = process.env.TANDEM_GENERATION
  const client = createClient({ ...as, sessionId, ...(generation && { sessionGeneration: Number(generation) }) })
  const lenient = (how: 'call' | 'dryRun') => async (name: OperationName, input: object, options?: CallOptions) => {
    const ask = (of: Client): Promise<unknown> =>
      (of[how] as Client['call'])(name as 'notification.read', input as InputOf<'notification.read'>, options)
    try {
      return await ask(client)
    } catch (error) {
      if (!isElsewhere(error, name)) throw error
      return ask(plain)
    }
  }
  return { ...client, call: lenient('call') as Client['call'], dryRun: lenient('dryRun') as Client['dryRun'] }
}
