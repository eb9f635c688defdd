import { isApple } from '../ui/is-apple.ts'
import { type CommandName, capsOf } from './commands.ts'

/** The keys of a command, as printed on the user's keyboard. */
export const capsHere = (name: CommandName): string[] => capsOf(name, isApple)
