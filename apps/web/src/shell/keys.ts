/**
 * What keys do, each as tinykeys writes it: handlers are bound by these names, the help lists every one of them (keyboard-help.tsx), and
 * a test presses them all.
 */
export const keys = {
  help: ['Shift+?'],
  palette: ['$mod+k'],
  // On some keyboards it takes the other hand.
  search: ['/', 'Shift+/'],
  boards: ['g b'],
  myWork: ['g m'],
  inbox: ['g i'],
  agents: ['g a'],
  close: ['Escape'],
  newCard: ['n'],
  filter: ['f'],
  moveTo: ['m'],
  select: ['x'],
  selectList: ['Shift+x'],
  archive: ['e'],
  undo: ['z', '$mod+z'],
  copyKey: ['c'],
  watch: ['w'],
  nextCard: ['j'],
  previousCard: ['k'],
  next: ['j'],
  previous: ['k'],
  read: ['e'],
} as const satisfies Record<string, readonly string[]>

export type KeyName = keyof typeof keys
export const isKeyName = (name: string): name is KeyName => Object.hasOwn(keys, name)
