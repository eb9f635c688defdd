import type { Connection } from './connection.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The commands as data: the program, the completions and the reference in docs/cli.md are generated from it. */
export type CommandSpec = {
  /** Its words and arguments, such as `card move <card> <list>`. */
  words: string
  about: string
  /** More than one line about it. */
  detail?: string
  options: Readonly<Record<string, OptionSpec<unknown>>>
  /** The possible values of its first argument, if they are known. */
  operands?: readonly string[]
  /** Working command lines, each with its purpose. */
  examples: readonly (readonly [line: string, about: string])[]
  /** It acts on this machine, or for long, so it has no dry run. */
  noDryRun?: true
  run(call: Call<unknown, unknown>): Promise<Shown | void>
}

/** The parameters of a running command. */
export type Call<Arguments, Options> = {
  args: Arguments
  options: Options
  terminal: Terminal
  /** Connects as the signed-in actor. Throws Complaint without a token. */
  connect(): Promise<Connection>
  /** The address of the service: `--url`, TANDEM_URL, or the one of the last login. */
  url(): Promise<string>
}

/** A result: `value` is the document of `--json`, `text` is for people. An exit code other than 0 means a negative answer. */
export type Shown = { value: unknown; text: string; exitCode?: number }

export type OptionSpec<T> = {
  /** The placeholder of its value, such as `<list>`; null for a flag. */
  hint: string | null
  about: string
  isRequired?: true
  /** May be given several times. */
  isMany?: true
  choices?: readonly string[]
  /** Throws InvalidArgumentError. */
  parse?: (text: string) => T
  /** An environment variable that sets it too. */
  variable?: string
  fallback?: { value: T; shown: string }
}

export const flag = (about: string): OptionSpec<boolean | undefined> => ({ hint: null, about })

export const text = (hint: string, about: string, more: Pick<OptionSpec<string>, 'variable'> = {}): OptionSpec<string | undefined> => ({
  hint: `<${hint}>`,
  about,
  ...more,
})

export const many = (hint: string, about: string): OptionSpec<string[]> => ({
  hint: `<${hint}>`,
  about: `${about}; may be given several times`,
  isMany: true,
  fallback: { value: [], shown: '' },
})

export const oneOf = <const C extends string>(hint: string, choices: readonly C[], about: string): OptionSpec<C | undefined> => ({
  hint: `<${hint}>`,
  about,
  choices,
})

export const parsed = <T>(hint: string, about: string, parse: (text: string) => T): OptionSpec<T | undefined> => ({
  hint: `<${hint}>`,
  about,
  parse,
})

type ArgumentsOf<W extends string> = W extends `${infer First} ${infer Rest}` ? ArgumentOf<First> & ArgumentsOf<Rest> : ArgumentOf<W>
type ArgumentOf<W extends string> = W extends `<${infer Name}...>` | `[${infer Name}...]`
  ? Record<Name, string[]>
  : W extends `<${infer Name}>`
    ? Record<Name, string>
    : W extends `[${infer Name}]`
      ? { [N in Name]?: string }
      : unknown

type ValuesOf<O> = { [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never }

/** A command whose arguments are typed by its words, and whose options by their entries. */
export function command<const W extends string, const O extends Readonly<Record<string, OptionSpec<unknown>>>>(spec: {
  words: W
  about: string
  detail?: string
  options?: O
  operands?: readonly string[]
  examples: CommandSpec['examples']
  run(call: Call<ArgumentsOf<W>, ValuesOf<O>>): Promise<Shown | void>
}): CommandSpec {
  return {
    ...spec,
    options: spec.options ?? {},
    // The program passes the values that it has parsed by these words and options.
    run: (call) => spec.run(call as Call<ArgumentsOf<W>, ValuesOf<O>>),
  }
}
