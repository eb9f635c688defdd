import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const [start, shell, board] = [source('main.tsx'), source('shell/shell.tsx'), source('screens/board/board-page.tsx')]
/** In `ground`, because the page of sign-in loads it in the background too, and would otherwise load the large `signed-in` with it. */
const refusals = source('api/refusals.ts')
/** Only a board needs these. */
const boardsOwn = /\/src\/(screens\/board|dnd)\/|\/@dnd-kit\/|\/@preact\//

/**
 * Two files: `ground` holds all that the start of the app imports at once and the words of refusals, which is what a page of sign-in
 * needs; `signed-in` what the frame of the other pages adds, and the small things that a board shares with pages which are fetched later.
 * Each module in a file of its own would weigh a tenth more once packed.
 */
export function groundOf(): (id: string, modules: Modules) => 'ground' | 'signed-in' | null {
  let ground: ReadonlySet<string> | undefined
  let signedIn: ReadonlySet<string> | undefined
  return (id, modules) => {
    ground ??= withoutOthers(importedBy(refusals, modules, importedBy(start, modules)))
    signedIn ??= withoutOthers(importedBy(board, modules, importedBy(shell, modules)))
    if (id === start) return null
    if (ground.has(id)) return 'ground'
    return signedIn.has(id) ? 'signed-in' : null
  }
}

/** All icons are imported through one module, so each of them would be in it: those that only other pages name come with these. */
function withoutOthers(ids: ReadonlySet<string>): Set<string> {
  const named = new Set([...ids].flatMap((id) => (/\/src\/.*\.tsx?$/.test(id) ? iconsIn(readFileSync(id, 'utf8')) : [])))
  const isWanted = (icon: string | undefined) => icon === undefined || named.has(icon)
  return new Set([...ids].filter((id) => !boardsOwn.test(id) && isWanted(iconOf(id))))
}

const iconOf = (id: string): string | undefined => /\/lucide-react\/.*\/icons\/(.+)\.m?js$/.exec(id)?.[1]

/** `Heading1` stands in `heading-1.mjs`. */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name = '']) =>
      name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase(),
    ),
  )

function importedBy(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedBy(imported, modules, found)
  return found
}
