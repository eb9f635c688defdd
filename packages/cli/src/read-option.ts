import { InvalidArgumentError } from 'commander'
import { type OptionSpec, parsed } from './spec.ts'
import { readStdin } from './terminal/ask.ts'

/** A whole number above 0. */
export const count = (hint: string, about: string): OptionSpec<number | undefined> =>
  parsed(hint, about, (text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.')
    return Number(text)
  })

/** A day, which counts until its end in the time zone of this machine, or a moment. */
export const time = (about: string): OptionSpec<string | undefined> =>
  parsed('time', about, (text) => {
    const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:00` : text)
    if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
      throw new InvalidArgumentError('Give a day such as 2026-12-24, or a time such as 2026-12-24T15:00:00Z.')
    return at.toISOString()
  })

/** The address that events are posted to. Throws InvalidArgumentError. */
export function readReceiverUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('Give a URL such as http://localhost:8080/events.')
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Leave out the credentials: the signature identifies the sender.')
  return url
}

export function separated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Long text of an option or argument: `-` reads it from standard input. */
export async function longText(given: string | undefined, what: string): Promise<string | undefined> {
  return given === '-' ? readStdin(what) : given
}
