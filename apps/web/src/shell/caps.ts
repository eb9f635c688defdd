import { type CommandName, capsOf } from './commands.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a command as they are printed on the keyboard in front of the person. */
export const capsHere = (name: CommandName): string[] => capsOf(name, isApple)
