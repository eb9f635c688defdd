import { type Client, createClient } from '@tandem/client'
import { type Command, Option } from 'commander'
import { Complaint } from './failures.ts'
import { createTerminal, type Terminal } from './terminal.ts'

/** A file of `commands/` adds one command. */
export type AddCommand = (program: Command) => void

/** What every command works with. */
export type Context = { client: Client; url: string; terminal: Terminal }

type CommonOptions = { url: string; json?: boolean }

/** Taken before and after the name of a command. */
export function addConnectionOptions(program: Command): void {
  program
    .addOption(new Option('--url <url>', 'where the service is').env('TANDEM_URL').default('http://127.0.0.1:3000'))
    .option('--json', 'write results as JSON, one value a line')
}

/** Throws Complaint when there is no token: it comes from the environment only, since everybody may read command lines. */
export function contextOf(command: Command): Context {
  const { url, json = false } = command.optsWithGlobals<CommonOptions>()
  const token = process.env.TANDEM_TOKEN
  if (!token) {
    throw new Complaint('wrong usage', 'There is no token. Make one (POST /api/tokens, or in the settings) and set TANDEM_TOKEN to it.')
  }
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new Complaint('wrong usage', `${url} is no URL of a service. Set TANDEM_URL to one such as http://127.0.0.1:3000.`)
  }
  return { client: createClient({ url, token }), url: url.replace(/\/+$/, ''), terminal: createTerminal(json) }
}

/** Aborted by Ctrl-C and by whoever ends us. The second time ends at once, as if nobody listened. */
export function whenAskedToStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
