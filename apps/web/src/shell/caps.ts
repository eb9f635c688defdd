import { type CommandName, capsOf } from './commands.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a command, as printed on the user's keyboard. */
export const capsHere = (name: CommandName): string[] => capsOf(name, isApple)
