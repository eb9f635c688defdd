import { isApple } from '../ui/is-apple.ts'
import { useCapName } from '../ui/kbd.tsx'
import { capsOf } from './command-keys.ts'
import type { CommandName } from './commands.ts'

/** The keys of a command, as printed on the user's keyboard, for `Kbd`, which names them in the reader's language. */
export const capsHere = (name: CommandName): string[] => capsOf(name, isApple)

/** The keys of a command as text, in the words of the reader's language, such as “Strg K”. */
export function useKeysText(): (name: CommandName) => string {
  const capName = useCapName()
  return (name) => capsHere(name).map(capName).join(' ')
}
