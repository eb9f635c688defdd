import { flagsOf, wordsOf } from './build.ts'
import type { CommandSpec, OptionSpec } from './spec.ts'

/** The reference of docs/cli.md, generated from the table of commands. */
const [begin, end] = ['<!-- commands: written by `npm run docs:cli` -->', '<!-- end of commands -->']

/** The page with the current reference. Throws if the page has no place for it. */
export function withReference(page: string, commands: readonly CommandSpec[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no place for the reference: ${begin} … ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${commands.map(sectionOf).join('\n')}\n${page.slice(to)}`
}

function sectionOf(spec: CommandSpec): string {
  const { words, about, detail, options, examples } = spec
  const rows = Object.entries(options).map(([key, option]) => `| \`${flagsOf(key, option)}\` | ${cell(aboutOption(option))} |`)
  return [
    `### tandem ${wordsOf(spec).group === null ? words.split(' ')[0] : words.split(' ').slice(0, 2).join(' ')}\n`,
    `\`tandem ${words}\`\n`,
    `${capital(about)}.${detail === undefined ? '' : ` ${detail.replaceAll('\n', ' ')}`}\n`,
    ...(rows.length === 0 ? [] : [['| option | |', '|---|---|', ...rows, ''].join('\n')]),
    ...examples.map(([line, what]) => `- \`${line}\`: ${what}`),
    '',
  ].join('\n')
}

function aboutOption({ about, isRequired, choices, variable, fallback }: OptionSpec<unknown>): string {
  const more = [
    isRequired ? 'required' : '',
    choices ? choices.map((choice) => `\`${choice}\``).join(', ') : '',
    variable === undefined ? '' : `or \`${variable}\``,
    fallback?.shown ? `default: \`${fallback.shown}\`` : '',
  ].filter(Boolean)
  return more.length === 0 ? about : `${about} (${more.join('; ')})`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/<(\w+)>/g, '&lt;$1&gt;')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
