import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const [start, board] = [source('main.tsx'), source('screens/board/board-page.tsx')]
/** Only a board needs these. */
const boardsOwn = /\/src\/(screens\/board|dnd)\/|\/@dnd-kit\/|\/@preact\//

/**
 * What every page begins with, in one file: all that the start of the app imports at once, and the small things that a board shares with
 * pages which are fetched later. Each in a file of its own would weigh a tenth more once packed.
 */
export function groundOf(): (id: string, modules: Modules) => 'ground' | null {
  let ground: ReadonlySet<string> | undefined
  return (id, modules) => {
    ground ??= new Set([...importedBy(start, modules), ...[...importedBy(board, modules)].filter((one) => !boardsOwn.test(one))])
    return id !== start && ground.has(id) ? 'ground' : null
  }
}

function importedBy(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedBy(imported, modules, found)
  return found
}
