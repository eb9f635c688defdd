/**
 * Every command of the web app: the keys that run it, as tinykeys writes them, and where it is listed. Pages say what a command does and when
 * (`useCommands`); the help, the palette, menus and docs/keyboard.md follow from this table, in its order.
 */
type Command = {
  /** The first one is shown. Others do the same. */
  keys?: readonly string[]
  /** When the first one is not all that there is to show. */
  shown?: readonly string[]
  /** The group of the help, for what has a key. */
  help?: HelpGroup
  /** The group of the palette. What only makes sense as a key has none. */
  palette?: PaletteGroup
  /** Belongs to the element that it is pressed on, which listens itself. */
  local?: true
}

export const helpGroups = ['anywhere', 'board', 'card', 'text', 'lists'] as const
export type HelpGroup = (typeof helpGroups)[number]
export type PaletteGroup = 'card' | 'board' | 'go' | 'you'

const table = {
  help: { keys: ['Shift+?'], shown: ['?'], help: 'anywhere', palette: 'you' },
  palette: { keys: ['$mod+k'], help: 'anywhere' },
  // On some keyboards it takes the other hand.
  search: { keys: ['/', 'Shift+/'], help: 'anywhere' },
  boards: { keys: ['g b'], help: 'anywhere', palette: 'go' },
  myWork: { keys: ['g m'], help: 'anywhere', palette: 'go' },
  waiting: { palette: 'go' },
  inbox: { keys: ['g i'], help: 'anywhere', palette: 'go' },
  agents: { keys: ['g a'], help: 'anywhere', palette: 'go' },
  searchPage: { palette: 'go' },
  connect: { palette: 'go' },
  settings: { palette: 'go' },
  close: { keys: ['Escape'], help: 'anywhere' },
  walk: { keys: ['ArrowUp'], shown: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], help: 'board', local: true },
  below: { keys: ['j', 'ArrowDown'], help: 'board' },
  above: { keys: ['k', 'ArrowUp'], help: 'board' },
  open: { keys: ['Enter'], help: 'board', local: true },
  carry: { keys: ['Space'], help: 'board', local: true },
  assignMe: { palette: 'card' },
  unassignMe: { palette: 'card' },
  assign: { keys: ['a'], help: 'board', palette: 'card' },
  labels: { keys: ['l'], help: 'board', palette: 'card' },
  due: { keys: ['d'], help: 'board', palette: 'card' },
  priority: { keys: ['p'], help: 'board', palette: 'card' },
  rename: { keys: ['r', 'F2'], help: 'board', palette: 'card' },
  moveTo: { keys: ['m'], help: 'board', palette: 'card' },
  complete: { palette: 'card' },
  reopen: { palette: 'card' },
  delegate: { palette: 'card' },
  select: { keys: ['x'], help: 'board', palette: 'card' },
  selectList: { keys: ['Shift+x'], help: 'board', palette: 'board' },
  archive: { keys: ['e'], help: 'board', palette: 'card' },
  menu: { keys: ['.'], help: 'board' },
  copyLink: { palette: 'card' },
  copyKey: { keys: ['c'], help: 'card', palette: 'card' },
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
  newCard: { keys: ['n'], help: 'board', palette: 'board' },
  filter: { keys: ['f'], help: 'board', palette: 'board' },
  undo: { keys: ['z', '$mod+z'], help: 'board', palette: 'board' },
  boardSettings: { palette: 'board' },
  next: { keys: ['j'], help: 'lists' },
  previous: { keys: ['k'], help: 'lists' },
  read: { keys: ['e'], help: 'lists' },
  theme: { palette: 'you' },
  language: { palette: 'you' },
  signOut: { palette: 'you' },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof table
export const commands: Record<CommandName, Command> = table
export const commandNames = Object.keys(table) as CommandName[]
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(table, name)

/** What the help lists in a group. */
export const listedIn = (group: HelpGroup): CommandName[] => commandNames.filter((name) => commands[name].help === group)

const caps: Record<string, string> = {
  Shift: '⇧',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys of a command as they are printed on a keyboard, one after the other; none when it has none. */
export function capsOf(name: CommandName, isApple: boolean): string[] {
  const { keys = [], shown = keys.slice(0, 1) } = commands[name]
  const modifiers: Record<string, string> = { $mod: isApple ? '⌘' : 'Ctrl', Alt: isApple ? '⌥' : 'Alt' }
  const capOf = (key: string) => modifiers[key] ?? caps[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return shown.flatMap((press) => press.split(/[ +]/).map(capOf))
}
