import { InvalidArgumentError } from 'commander'
import { separated } from './read-option.ts'

type Amounts<K extends string> = {
  /** The typed names, and the field that each one sets. */
  names: Readonly<Record<string, K>>
  what: string
  hint: string
  least: number
}

/** `tokens=200000,usd=2.5`: one or more amounts, each with its name. Throws InvalidArgumentError. */
export function readAmounts<K extends string>(text: string, { names, what, hint, least }: Amounts<K>): Partial<Record<K, number>> {
  const amounts: Partial<Record<K, number>> = {}
  for (const part of separated(text)) {
    const [word = '', value = ''] = part.split('=')
    const name = Object.hasOwn(names, word.trim()) ? names[word.trim()] : undefined
    if (name === undefined || value.trim() === '' || !(Number(value) >= least))
      throw new InvalidArgumentError(`Invalid ${what} ${part}. ${hint}`)
    amounts[name] = Number(value)
  }
  if (Object.keys(amounts).length === 0) throw new InvalidArgumentError(hint)
  return amounts
}
