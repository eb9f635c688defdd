import { type Command, Option } from 'commander'
import { connectionFor, urlOf } from './connection.ts'
import { Answered } from './failures.ts'
import type { CommandSpec, OptionSpec } from './spec.ts'
import { createTerminal } from './terminal/terminal.ts'

/** Taken before and after the words of a command. */
export const commonOptions: CommandSpec['options'] = {
  url: { hint: '<url>', about: 'where the service is', variable: 'TANDEM_URL' },
  json: { hint: null, about: 'write results as JSON: one document, or one line for each of a stream' },
}

export type Built = {
  commands: readonly CommandSpec[]
  groups: Readonly<Record<string, string>>
  /** Of a command that takes a command line. */
  behindDashes?: readonly string[]
}

/** Adds the commands to a program of commander; `groups` says what the first words of those with two are about. */
export function build(program: Command, { commands: specs, groups, behindDashes = [] }: Built): void {
  for (const [name, option] of Object.entries(commonOptions)) program.addOption(optionOf(name, option))
  for (const spec of specs) {
    const { group, name, operands } = wordsOf(spec)
    const parent = group === null ? program : groupIn(program, group, groups[group] ?? '')
    const command = parent.command([name, ...operands].join(' ')).description(spec.about)
    for (const [key, option] of Object.entries(spec.options)) command.addOption(optionOf(key, option))
    command.addHelpText('after', helpAfter(spec)).action(() => perform(spec, command, behindDashes))
  }
}

/** `card move <card> <list>` → group `card`, name `move`, operands `<card>` and `<list>`. */
export function wordsOf({ words }: CommandSpec): { group: string | null; name: string; operands: string[] } {
  const all = words.split(' ')
  const names = all.filter((word) => /^\w/.test(word))
  return { group: names.length > 1 ? (names[0] ?? null) : null, name: names.at(-1) ?? '', operands: all.slice(names.length) }
}

/**
 * Parts a command line at `--` when its command takes another one: commander drops the dashes on its way from group to command, and would
 * then read the options of the other as ours.
 */
export function partAtDashes(
  args: readonly string[],
  specs: readonly CommandSpec[],
): { own: readonly string[]; behindDashes: readonly string[] } {
  const at = args.indexOf('--')
  const own = at < 0 ? args : args.slice(0, at)
  const isTaken = specs.some((spec) => {
    const { group, name } = wordsOf(spec)
    const first = own.indexOf(group ?? name)
    return spec.takesCommand && first >= 0 && (group === null || own[first + 1] === name)
  })
  return at >= 0 && isTaken ? { own, behindDashes: args.slice(at + 1) } : { own: args, behindDashes: [] }
}

/** `passwordStdin` → `--password-stdin`. */
export const flagsOf = (key: string, { hint }: OptionSpec<unknown>): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${hint === null ? '' : ` ${hint}`}`

function optionOf(key: string, spec: OptionSpec<unknown>): Option {
  const option = new Option(flagsOf(key, spec), spec.about)
  if (spec.isRequired) option.makeOptionMandatory()
  if (spec.choices) option.choices([...spec.choices])
  if (spec.variable !== undefined) option.env(spec.variable)
  if (spec.fallback) option.default(spec.fallback.value, spec.fallback.shown || undefined)
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

async function perform(spec: CommandSpec, command: Command, behindDashes: readonly string[]): Promise<void> {
  const { url, json = false } = command.optsWithGlobals<{ url?: string; json?: boolean }>()
  const terminal = createTerminal(json)
  const args = Object.fromEntries(command.registeredArguments.map((argument, at) => [argument.name(), command.processedArgs[at]]))
  const [last] = command.registeredArguments.slice(-1)
  if (spec.takesCommand && last) args[last.name()] = [...(args[last.name()] ?? []), ...behindDashes]
  const shown = await spec.run({
    ...{ args, options: command.opts(), terminal },
    connect: () => connectionFor(url, terminal),
    url: () => urlOf(url),
  })
  if (!shown) return
  terminal.result(shown.value, shown.text)
  if (shown.exitCode !== undefined) throw new Answered(shown.exitCode)
}
