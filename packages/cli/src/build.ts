import { type Command, Option } from 'commander'
import { connectionFor, urlOf } from './connection.ts'
import { tryOut } from './dry-run.ts'
import { Answered } from './failures.ts'
import type { CommandSpec, OptionSpec } from './spec.ts'
import { createTerminal } from './terminal/terminal.ts'

/** Accepted before and after the words of a command. */
export const commonOptions: CommandSpec['options'] = {
  url: { hint: '<url>', about: 'URL of the service', variable: 'TANDEM_URL' },
  json: { hint: null, about: 'write results as JSON: one document, or one line for each of a stream' },
  dryRun: { hint: null, about: 'show what the command would change on the service, and change nothing' },
}

export type Built = {
  commands: readonly CommandSpec[]
  groups: Readonly<Record<string, string>>
}

/** Adds the commands to a program of commander; `groups` describes the first words of two-word commands. */
export function build(program: Command, { commands: specs, groups }: Built): void {
  for (const [name, option] of Object.entries(commonOptions)) program.addOption(optionOf(name, option))
  for (const spec of specs) {
    const { group, name, operands } = wordsOf(spec)
    const parent = group === null ? program : groupIn(program, group, groups[group] ?? '')
    const command = parent.command([name, ...operands].join(' ')).description(spec.about)
    for (const [key, option] of Object.entries(spec.options)) command.addOption(optionOf(key, option))
    command.addHelpText('after', helpAfter(spec)).action(() => perform(spec, command))
  }
}

/** `card move <card> <list>` → group `card`, name `move`, operands `<card>` and `<list>`. */
export function wordsOf({ words }: CommandSpec): { group: string | null; name: string; operands: string[] } {
  const all = words.split(' ')
  const names = all.filter((word) => /^\w/.test(word))
  return { group: names.length > 1 ? (names[0] ?? null) : null, name: names.at(-1) ?? '', operands: all.slice(names.length) }
}

/**
 * Arguments after `--` are never options, even if they begin with a dash. Commander drops the `--` between a group and its command, and
 * would then parse options there: so these arguments are marked, and `undisguised` removes the mark.
 */
export function disguiseBehindDashes(args: readonly string[]): string[] {
  const at = args.indexOf('--')
  if (at < 0) return [...args]
  return [...args.slice(0, at), ...args.slice(at + 1).map((arg) => (arg.startsWith('-') ? disguise + arg : arg))]
}

/** A character that no command line can contain. */
const disguise = '\0'

export const undisguised = (text: string): string => text.replaceAll(disguise, '')

/** `passwordStdin` → `--password-stdin`. */
export const flagsOf = (key: string, { hint }: OptionSpec<unknown>): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${hint === null ? '' : ` ${hint}`}`

function optionOf(key: string, spec: OptionSpec<unknown>): Option {
  const option = new Option(flagsOf(key, spec), spec.isRequired ? `${spec.about} (required)` : spec.about)
  if (spec.isRequired) option.makeOptionMandatory()
  if (spec.choices) option.choices([...spec.choices])
  if (spec.variable !== undefined) option.env(spec.variable)
  // The help would list it without a description.
  if (spec.fallback?.shown) option.default(spec.fallback.value, spec.fallback.shown)
  const { parse } = spec
  if (spec.isMany) option.argParser((given: string, before: unknown) => [...(Array.isArray(before) ? before : []), given])
  else if (parse) option.argParser((given: string) => parse(given))
  return option
}

function groupIn(program: Command, name: string, about: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program.command(name).description(about)
}

function helpAfter({ detail, examples }: CommandSpec): string {
  const lines = examples.map(([line, about]) => `  ${line}\n      ${about}`)
  return [detail === undefined ? '' : `\n${detail}\n`, `\nExamples:\n${lines.join('\n')}`].join('')
}

const fallbacksOf = ({ options }: CommandSpec): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).flatMap(([key, { fallback }]) => (fallback ? [[key, fallback.value]] : [])))

/** One word, several, or none. */
function asGiven(words: unknown): unknown {
  if (Array.isArray(words)) return words.map(asGiven)
  return typeof words === 'string' ? undisguised(words) : words
}

async function perform(spec: CommandSpec, command: Command): Promise<void> {
  const { url, json = false, dryRun = false } = command.optsWithGlobals<{ url?: string; json?: boolean; dryRun?: boolean }>()
  const terminal = createTerminal(json)
  const args = Object.fromEntries(command.registeredArguments.map((argument, at) => [argument.name(), asGiven(command.processedArgs[at])]))
  const options = { ...fallbacksOf(spec), ...command.opts() }
  const call = { args, options, terminal, connect: () => connectionFor(url, terminal), url: () => urlOf(url) }
  const shown = await (dryRun ? tryOut(spec, call) : spec.run(call))
  if (!shown) return
  terminal.result(shown.value, shown.text)
  if (shown.exitCode !== undefined) throw new Answered(shown.exitCode)
}
