import { type AttributeColumn, attributeNames, cardAttributes } from '@tandem/contract'
import { keysOf } from './command-keys.ts'

/**
 * All commands of the web app, and where they are listed. Pages set the handler of a command and its condition (`useCommands`); the help,
 * the palette and docs/keyboard.md follow from this table, in its order. A first load needs only the keys (command-keys.ts), so pages import
 * nothing but types from here.
 */
type Command = {
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

/** A command for each attribute, called by its column: it opens the control. */
const attributeCommands = Object.fromEntries(
  attributeNames.map((name): [AttributeColumn, Command] => {
    const { column } = cardAttributes[name].csv
    return [column, { palette: 'card', ...(keysOf(column).length > 0 && { help: cards }) }]
  }),
) as Record<AttributeColumn, Command>

const table = {
  help: { help: 'anywhere', palette: 'general' },
  palette: { help: 'anywhere' },
  search: { help: 'anywhere' },
  sidebar: { help: 'anywhere', palette: 'general' },
  boards: { help: 'anywhere', palette: 'go' },
  myWork: { help: 'anywhere', palette: 'go' },
  waiting: { palette: 'go' },
  inbox: { help: 'anywhere', palette: 'go' },
  agents: { help: 'anywhere', palette: 'go' },
  searchPage: { palette: 'go' },
  connect: { palette: 'go' },
  settings: { palette: 'go' },
  close: { help: 'anywhere' },
  walk: { help: 'board', local: true },
  below: { help: 'board' },
  above: { help: 'board' },
  open: { help: 'board', local: true },
  carry: { help: 'board', local: true },
  assignMe: { palette: 'card' },
  unassignMe: { palette: 'card' },
  assign: { help: cards, palette: 'card' },
  labels: { help: cards, palette: 'card' },
  ...attributeCommands,
  fields: { palette: 'card' },
  rename: { help: cards, palette: 'card' },
  describe: { palette: 'card' },
  comment: { palette: 'card' },
  moveTo: { help: cards, palette: 'card' },
  complete: { palette: 'card' },
  reopen: { palette: 'card' },
  delegate: { palette: 'card' },
  delegateBudget: { palette: 'card' },
  endDelegation: { palette: 'card' },
  answerAgent: { palette: 'card' },
  messageAgent: { palette: 'card' },
  stopAgent: { palette: 'card' },
  endSession: { palette: 'card' },
  sessionBudget: { palette: 'card' },
  acceptWork: { palette: 'card' },
  sendBackWork: { palette: 'card' },
  undoSession: { palette: 'card' },
  undoRest: { palette: 'card' },
  select: { help: 'board', palette: 'card' },
  clearSelection: { palette: 'card' },
  selectList: { help: 'board', palette: 'list' },
  archive: { help: cards, palette: 'card' },
  restore: { palette: 'card' },
  deleteCard: { palette: 'card' },
  menu: { help: cards, palette: 'card' },
  addItem: { palette: 'card' },
  addSubCard: { palette: 'card' },
  linkCard: { palette: 'card' },
  attachFile: { palette: 'card' },
  attachLink: { palette: 'card' },
  setCover: { palette: 'card' },
  removeCover: { palette: 'card' },
  copyLink: { palette: 'card' },
  copyKey: { help: 'card', palette: 'card' },
  copyTo: { palette: 'card' },
  openPage: { palette: 'card' },
  history: { palette: 'card' },
  versions: { palette: 'card' },
  watch: { help: 'card', palette: 'card' },
  nextCard: { help: 'card', palette: 'card' },
  previousCard: { help: 'card', palette: 'card' },
  carryItem: { help: 'card', local: true },
  send: { help: 'card', local: true },
  bold: { help: 'text', local: true },
  italic: { help: 'text', local: true },
  code: { help: 'text', local: true },
  link: { help: 'text', local: true },
  numbers: { help: 'text', local: true },
  bullets: { help: 'text', local: true },
  tasks: { help: 'text', local: true },
  quote: { help: 'text', local: true },
  blocks: { help: 'text', local: true },
  renameList: { palette: 'list' },
  listSettings: { palette: 'list' },
  moveListLeft: { palette: 'list' },
  moveListRight: { palette: 'list' },
  archiveList: { palette: 'list' },
  newCard: { help: 'board', palette: 'board' },
  newList: { palette: 'board' },
  filter: { help: 'board', palette: 'board' },
  // On pages that draw all of their cards, the browser's own search finds them.
  find: { help: 'board' },
  undo: { help: cards, palette: 'board' },
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
  next: { help: 'lists' },
  previous: { help: 'lists' },
  read: { help: 'lists' },
  readAll: { palette: 'general' },
  theme: { palette: 'general' },
  language: { palette: 'general' },
  signOut: { palette: 'general' },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof table
export const commands: Record<CommandName, Command> = table
export const commandNames = Object.keys(table) as CommandName[]

/** The commands that the help lists in a group. */
export const listedIn = (group: HelpGroup): CommandName[] => commandNames.filter((name) => [commands[name].help].flat().includes(group))
