import type { CommandName } from './commands.ts'

type Keys = {
  /** In the syntax of tinykeys. The first one is shown; the others are alternatives. */
  keys: readonly string[]
  /** Shown in place of the first key. */
  shown?: readonly string[]
}

/** The commands that have keys. What else is known of commands is in commands.ts, which a first load does not need. */
const table: Partial<Record<CommandName, Keys>> = {
  help: { keys: ['Shift+?'], shown: ['?'] },
  palette: { keys: ['$mod+k'] },
  // On some keyboards it needs the other hand.
  search: { keys: ['/', 'Shift+/'] },
  // On keyboards where `[` needs AltGr, browsers report Alt, or Ctrl and Alt.
  sidebar: { keys: ['[', 'Alt+[', 'Control+Alt+['] },
  boards: { keys: ['g b'] },
  myWork: { keys: ['g m'] },
  inbox: { keys: ['g i'] },
  agents: { keys: ['g a'] },
  close: { keys: ['Escape'] },
  walk: { keys: ['ArrowUp'], shown: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'] },
  below: { keys: ['j', 'ArrowDown'] },
  above: { keys: ['k', 'ArrowUp'] },
  open: { keys: ['Enter'] },
  carry: { keys: ['Space'] },
  assign: { keys: ['a'] },
  labels: { keys: ['l'] },
  due: { keys: ['d'] },
  priority: { keys: ['p'] },
  rename: { keys: ['r', 'F2'] },
  moveTo: { keys: ['m'] },
  select: { keys: ['x'] },
  selectList: { keys: ['Shift+x'] },
  archive: { keys: ['e'] },
  menu: { keys: ['.'] },
  copyKey: { keys: ['c'] },
  watch: { keys: ['w'] },
  nextCard: { keys: ['j'] },
  previousCard: { keys: ['k'] },
  carryItem: { keys: ['Alt+ArrowUp'], shown: ['Alt+ArrowUp', 'ArrowDown'] },
  send: { keys: ['$mod+Enter'] },
  bold: { keys: ['$mod+b'] },
  italic: { keys: ['$mod+i'] },
  code: { keys: ['$mod+e'] },
  link: { keys: ['$mod+k'] },
  numbers: { keys: ['$mod+Shift+7'] },
  bullets: { keys: ['$mod+Shift+8'] },
  tasks: { keys: ['$mod+Shift+9'] },
  quote: { keys: ['$mod+Shift+.'] },
  blocks: { keys: ['/'] },
  newCard: { keys: ['n'] },
  filter: { keys: ['f'] },
  find: { keys: ['$mod+f'] },
  undo: { keys: ['z', '$mod+z'] },
  next: { keys: ['j'] },
  previous: { keys: ['k'] },
  read: { keys: ['e'] },
}

/** Empty for a command of the palette alone. */
export const keysOf = (name: CommandName): readonly string[] => table[name]?.keys ?? []

/** All keys of all commands. */
export const allKeys: readonly string[] = Object.values(table).flatMap(({ keys }) => keys)

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
  const shown = table[name]?.shown ?? keysOf(name).slice(0, 1)
  const modifiers: Record<string, string> = { $mod: isApple ? '⌘' : 'Ctrl', Alt: isApple ? '⌥' : 'Alt' }
  const capOf = (key: string) => modifiers[key] ?? caps[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return shown.flatMap((press) => press.split(/[ +]/).map(capOf))
}
