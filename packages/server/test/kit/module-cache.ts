import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

/**
 * The cache of files that Vitest has transformed. Off in CI, which starts without one, and where it cannot be written.
 *
 * One folder for each state of the installed packages: Vitest empties a folder of another state while a run already writes to it, which
 * then fails. `npm ci` removes them all.
 */
export function moduleCache(): { fsModuleCache: boolean; fsModuleCachePath?: string } {
  if (process.env.CI) return { fsModuleCache: false }
  try {
    accessSync(modules, constants.W_OK)
    const state = createHash('sha256')
      .update(readFileSync(`${modules}.package-lock.json`))
      .digest('hex')
    return { fsModuleCache: true, fsModuleCachePath: `${modules}.cache/vitest-${state.slice(0, 8)}` }
  } catch {
    return { fsModuleCache: false }
  }
}
