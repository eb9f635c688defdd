import { type Client, createClient } from '@tandem/client'
import { Complaint } from './failures.ts'
import { readKept } from './login-file.ts'
import type { Terminal } from './terminal/terminal.ts'

/** A service, as somebody. */
export type Connection = { client: Client; url: string; token: string }

/** What every command on the service works with. */
export type Context = Pick<Connection, 'client' | 'url'> & { terminal: Terminal }

const ownMachine = 'http://127.0.0.1:3000'

/** Throws Complaint when what is given is no URL of a service. */
export async function urlOf(given: string | undefined): Promise<string> {
  return serviceUrl(given ?? (await readKept()).current ?? ownMachine)
}

/** As the kept tokens are filed under it. */
export function serviceUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Complaint('wrong usage', `${text} is no URL of a service. Give one such as http://127.0.0.1:3000, by --url or TANDEM_URL.`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Throws Complaint when there is no token: it comes from the environment or from `tandem login`, since everybody may read command lines. */
export async function connectionFor(given: string | undefined, terminal: Terminal): Promise<Connection> {
  const url = await urlOf(given)
  const kept = process.env.TANDEM_TOKEN ? null : await readKept(terminal)
  const token = process.env.TANDEM_TOKEN || kept?.services[url]?.token
  if (!token) throw new Complaint('wrong usage', `There is no token for ${url}. Run tandem login ${url}, or set TANDEM_TOKEN.`)
  return { client: createClient({ url, token }), url, token }
}

/** Aborted by SIGINT and SIGTERM. The second signal ends the process at once. */
export function whenAskedToStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
