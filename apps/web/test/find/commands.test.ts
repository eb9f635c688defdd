import { attributeOfColumn, isAttributeColumn } from '@tandem/contract'
import { expect, test } from 'vitest'
import { type Locale, languages, locales } from '../../src/i18n/languages/languages.ts'
import { ranked } from '../../src/screens/find/matching.tsx'
import { keysOf } from '../../src/shell/command-keys.ts'
import { type CommandName, commandNames, commands, helpGroups, listedIn } from '../../src/shell/commands.ts'

type Line = { name: CommandName; text: string; also: string | undefined }

/** The commands of the palette as a language has them. */
async function linesIn(locale: Locale): Promise<Line[]> {
  const { app, areas } = await languages[locale].load()
  const [{ names }, { also }] = await Promise.all([areas.keys(), areas.find()])
  const others: Partial<Record<CommandName, string>> = also
  return commandNames.flatMap((name): Line[] => {
    if (!commands[name].palette) return []
    if (!isAttributeColumn(name)) return [{ name, text: names[name], also: others[name] }]
    const { command, also: ofAttribute } = app.attributes[attributeOfColumn[name]]
    return [{ name, text: command, also: ofAttribute }]
  })
}

const found = async (locale: Locale, typed: string) => ranked(await linesIn(locale), typed).map(({ name }) => name)

test.each(helpGroups)('no key has two commands: %s', (group) => {
  // A tile listens to its arrows itself.
  const keys = listedIn(group).flatMap((name) => (commands[name].local ? [] : keysOf(name)))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('the help lists the commands that have a key, and no others', () => {
  const listed = commandNames.filter((name) => commands[name].help)
  expect(listed).toEqual(commandNames.filter((name) => keysOf(name).length > 0))
})

test('a key does the same on the board and on the card that is open', () => {
  const onBoard = new Map(listedIn('board').flatMap((name) => keysOf(name).map((key) => [key, name] as const)))
  const others = listedIn('card').filter((name) => keysOf(name).some((key) => (onBoard.get(key) ?? name) !== name))
  // The next card: of the list on the board, of all that it shows on a card.
  expect(others).toEqual(['nextCard', 'previousCard'])
})

test.each<[Locale, string, CommandName]>([
  ['en', 'status', 'moveTo'],
  ['en', 'due', 'due'],
  ['en', 'deadline', 'due'],
  ['en', 'tag', 'labels'],
  ['en', 'label', 'labels'],
  ['en', 'owner', 'assign'],
  ['en', 'duplicate', 'copyTo'],
  ['en', 'group by', 'lanes'],
  ['en', 'order', 'sort'],
  ['en', 'hide column', 'columns'],
  ['en', 'log out', 'signOut'],
  ['en', 'dark', 'theme'],
  ['en', 'rename', 'rename'],
  ['en', 'rename list', 'renameList'],
  ['en', 'rename board', 'renameBoard'],
  ['en', 'favourite', 'starView'],
  ['en', 'shortcuts', 'help'],
  ['en', 'help', 'help'],
  ['en', 'deselect', 'clearSelection'],
  ['en', 'limit', 'listSettings'],
  ['de', 'Hilfe', 'help'],
  ['de', 'Status', 'moveTo'],
  ['de', 'frist', 'due'],
  ['de', 'umbenennen', 'rename'],
  ['de', 'gruppieren', 'lanes'],
  ['de', 'sortierung', 'sort'],
  ['es', 'estado', 'moveTo'],
  ['es', 'limite', 'due'],
  ['es', 'renombrar', 'rename'],
  ['es', 'agrupar', 'lanes'],
  ['es', 'orden', 'sort'],
])('in %s “%s” finds %s first', async (locale, typed, name) => {
  expect((await found(locale, typed))[0]).toBe(name)
})

test('what is said in the name comes before other words for it', async () => {
  expect((await found('en', 'archive')).slice(0, 3)).toEqual(['archive', 'archiveList', 'archivedCards'])
  expect((await found('en', 'new card'))[0]).toBe('newCard')
  expect(await found('en', 'atus')).not.toContain('moveTo')
})

test.each(locales)('other words in %s are for commands of the palette', async (locale) => {
  const { areas } = await languages[locale].load()
  const { also } = await areas.find()
  const ofPalette = new Set<string>(commandNames.filter((name) => commands[name].palette))
  expect(Object.keys(also).filter((name) => !ofPalette.has(name))).toEqual([])
})
