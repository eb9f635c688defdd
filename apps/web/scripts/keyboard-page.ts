import { attributeOfColumn, isAttributeColumn } from '@tandem/contract'
import { en as attributes } from '../src/i18n/attributes/en.ts'
import { en } from '../src/i18n/keys/en.ts'
import { capsOf, keysOf } from '../src/shell/command-keys.ts'
import { type CommandName, commandNames, commands, helpGroups, listedIn } from '../src/shell/commands.ts'

const begin = '<!-- commands: written by `npm run docs:keyboard` -->'
const end = '<!-- end of the commands -->'

/** The page with its tables as the commands of the web app are now. Throws when the page has no place for them. */
export function withCommands(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page needs ${begin} and, after it, ${end}`)
  const sections = helpGroups.map((group) => `## ${en.groups[group]}\n\n| key | |\n|---|---|\n${listedIn(group).map(row).join('\n')}`)
  const others = commandNames
    .filter((name) => commands[name].palette && keysOf(name).length === 0)
    .map((name) => `- ${commandInEnglish(name)}`)
  const palette = `## In the palette alone\n\n${others.join('\n')}`
  return `${page.slice(0, from)}${begin}\n\n${[...sections, palette].join('\n\n')}\n\n${page.slice(to)}`
}

function row(name: CommandName): string {
  const keys = capsOf(name, false).map((cap) => `<kbd>${cap}</kbd>`)
  return `| ${keys.join(' ')} | ${commandInEnglish(name)} |`
}

/** The name of a command as the palette lists it in English. */
export const commandInEnglish = (name: CommandName): string =>
  isAttributeColumn(name) ? attributes[attributeOfColumn[name]].command : en.names[name]
