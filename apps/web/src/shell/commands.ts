import { type AttributeColumn, type AttributeName, attributeNames, cardAttributes } from '@tandem/contract'

/**
 * All commands of the web app: their keys, in the syntax of tinykeys, and where they are listed. Pages set the handler of a command and its
 * condition (`useCommands`); the help, the palette, menus and docs/keyboard.md follow from this table, in its order.
 */
type Command = {
  /** The first one is shown; the others are alternatives. */
  keys?: readonly string[]
  /** Shown in place of the first key. */
  shown?: readonly string[]
  /** The group of the help, for commands with a key. */
  help?: HelpGroup | readonly HelpGroup[]
  /** The group of the palette. Commands that only make sense as a key have no group. */
  palette?: PaletteGroup
  /** Handled by the element that has the focus, with a listener of its own. */
  local?: true
}

export const helpGroups = ['anywhere', 'board', 'card', 'text', 'lists'] as const
export type HelpGroup = (typeof helpGroups)[number]
export type PaletteGroup = 'card' | 'list' | 'board' | 'go' | 'general'

/** On a card of the board, or on all that are selected, and on the card that is open. */
const cards = ['board', 'card'] as const

/** The attributes of a card that have a key. Each of the others is in the palette alone. */
const attributeKeys: Partial<Record<AttributeName, string>> = { dueAt: 'd', priority: 'p' }

/** A command for each attribute, called by its column: it opens the control. */
const attributeCommands = Object.fromEntries(
  attributeNames.map((name): [AttributeColumn, Command] => {
    const key = attributeKeys[name]
    return [cardAttributes[name].csv.column, { palette: 'card', ...(key !== undefined && { keys: [key], help: cards }) }]
  }),
) as Record<AttributeColumn, Command>

const table = {
  help: { keys: ['Shift+?'], shown: ['?'], help: 'anywhere', palette: 'general' },
  palette: { keys: ['$mod+k'], help: 'anywhere' },
  // On some keyboards it needs the other hand.
  search: { keys: ['/', 'Shift+/'], help: 'anywhere' },
  // On keyboards where `[` needs AltGr, browsers report Alt, or Ctrl and Alt.
  sidebar: { keys: ['[', 'Alt+[', 'Control+Alt+['], help: 'anywhere', palette: 'general' },
  boards: { keys: ['g b'], help: 'anywhere', palette: 'go' },
  myWork: { keys: ['g m'], help: 'anywhere', palette: 'go' },
  waiting: { palette: 'go' },
  inbox: { keys: ['g i'], help: 'anywhere', palette: 'go' },
  agents: { keys: ['g a'], help: 'anywhere', palette: 'go' },
  searchPage: { palette: 'go' },
  connect: { palette: 'go' },
  settings: { palette: 'go' },
  close: { keys: ['Escape'], help: 'anywhere' },
  walk: { keys: ['ArrowUp'], shown: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'], help: 'board', local: true },
  below: { keys: ['j', 'ArrowDown'], help: 'board' },
  above: { keys: ['k', 'ArrowUp'], help: 'board' },
  open: { keys: ['Enter'], help: 'board', local: true },
  carry: { keys: ['Space'], help: 'board', local: true },
  assignMe: { palette: 'card' },
  unassignMe: { palette: 'card' },
  assign: { keys: ['a'], help: cards, palette: 'card' },
  labels: { keys: ['l'], help: cards, palette: 'card' },
  ...attributeCommands,
  fields: { palette: 'card' },
  rename: { keys: ['r', 'F2'], help: cards, palette: 'card' },
  describe: { palette: 'card' },
  moveTo: { keys: ['m'], help: cards, palette: 'card' },
  complete: { palette: 'card' },
  reopen: { palette: 'card' },
  delegate: { palette: 'card' },
  endDelegation: { palette: 'card' },
  undoSession: { palette: 'card' },
  undoRest: { palette: 'card' },
  select: { keys: ['x'], help: 'board', palette: 'card' },
  clearSelection: { palette: 'card' },
  selectList: { keys: ['Shift+x'], help: 'board', palette: 'list' },
  archive: { keys: ['e'], help: cards, palette: 'card' },
  restore: { palette: 'card' },
  deleteCard: { palette: 'card' },
  menu: { keys: ['.'], help: cards },
  addItem: { palette: 'card' },
  addSubCard: { palette: 'card' },
  linkCard: { palette: 'card' },
  attachFile: { palette: 'card' },
  attachLink: { palette: 'card' },
  copyLink: { palette: 'card' },
  copyKey: { keys: ['c'], help: 'card', palette: 'card' },
  copyTo: { palette: 'card' },
  openPage: { palette: 'card' },
  watch: { keys: ['w'], help: 'card', palette: 'card' },
  nextCard: { keys: ['j'], help: 'card', palette: 'card' },
  previousCard: { keys: ['k'], help: 'card', palette: 'card' },
  carryItem: { keys: ['Alt+ArrowUp'], shown: ['Alt+ArrowUp', 'ArrowDown'], help: 'card', local: true },
  send: { keys: ['$mod+Enter'], help: 'card', local: true },
  bold: { keys: ['$mod+b'], help: 'text', local: true },
  italic: { keys: ['$mod+i'], help: 'text', local: true },
  code: { keys: ['$mod+e'], help: 'text', local: true },
  link: { keys: ['$mod+k'], help: 'text', local: true },
  numbers: { keys: ['$mod+Shift+7'], help: 'text', local: true },
  bullets: { keys: ['$mod+Shift+8'], help: 'text', local: true },
  tasks: { keys: ['$mod+Shift+9'], help: 'text', local: true },
  quote: { keys: ['$mod+Shift+.'], help: 'text', local: true },
  blocks: { keys: ['/'], help: 'text', local: true },
  renameList: { palette: 'list' },
  listSettings: { palette: 'list' },
  moveListLeft: { palette: 'list' },
  moveListRight: { palette: 'list' },
  archiveList: { palette: 'list' },
  newCard: { keys: ['n'], help: 'board', palette: 'board' },
  newList: { palette: 'board' },
  filter: { keys: ['f'], help: 'board', palette: 'board' },
  // On pages that draw all of their cards, the browser's own search finds them.
  find: { keys: ['$mod+f'], help: 'board' },
  undo: { keys: ['z', '$mod+z'], help: cards, palette: 'board' },
  layout: { palette: 'board' },
  sort: { palette: 'board' },
  columns: { palette: 'board' },
  resetColumns: { palette: 'board' },
  lanes: { palette: 'board' },
  showEmptyLanes: { palette: 'board' },
  hideEmptyLanes: { palette: 'board' },
  fade: { palette: 'board' },
  unfade: { palette: 'board' },
  views: { palette: 'board' },
  saveView: { palette: 'board' },
  saveViewChanges: { palette: 'board' },
  discardViewChanges: { palette: 'board' },
  editView: { palette: 'board' },
  deleteView: { palette: 'board' },
  starView: { palette: 'board' },
  unstarView: { palette: 'board' },
  star: { palette: 'board' },
  unstar: { palette: 'board' },
  archivedCards: { palette: 'board' },
  insights: { palette: 'board' },
  pauseAgents: { palette: 'board' },
  resumeAgents: { palette: 'board' },
  renameBoard: { palette: 'board' },
  boardSettings: { palette: 'board' },
  archiveBoard: { palette: 'board' },
  restoreBoard: { palette: 'board' },
  newBoard: { palette: 'general' },
  next: { keys: ['j'], help: 'lists' },
  previous: { keys: ['k'], help: 'lists' },
  read: { keys: ['e'], help: 'lists' },
  readAll: { palette: 'general' },
  theme: { palette: 'general' },
  language: { palette: 'general' },
  signOut: { palette: 'general' },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof table
export const commands: Record<CommandName, Command> = table
export const commandNames = Object.keys(table) as CommandName[]
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(table, name)

/** The commands that the help lists in a group. */
export const listedIn = (group: HelpGroup): CommandName[] => commandNames.filter((name) => [commands[name].help].flat().includes(group))

const caps: Record<string, string> = {
  Shift: '⇧',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys of a command as printed on a keyboard, in sequence; empty without keys. */
export function capsOf(name: CommandName, isApple: boolean): string[] {
  const { keys = [], shown = keys.slice(0, 1) } = commands[name]
  const modifiers: Record<string, string> = { $mod: isApple ? '⌘' : 'Ctrl', Alt: isApple ? '⌥' : 'Alt' }
  const capOf = (key: string) => modifiers[key] ?? caps[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return shown.flatMap((press) => press.split(/[ +]/).map(capOf))
}
