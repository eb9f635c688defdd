import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'
import { checkout } from './packages.ts'

/** The files that a package may contain. All others are superfluous: a test, a map, a file of a bench, settings of an editor. */
const allowed: readonly RegExp[] = [
  /^(package\.json|README\.md|LICENSE)$/,
  /^dist\/(?!.*\b(test|tests|bench|fixture)\b)[\w./-]+\.(js|d\.ts)$/,
  /^dist\/[\w./-]+\.(txt|json)$/,
  /^bin\/\w+\.cjs$/,
  /^migrations\/\d{4}_[a-z0-9_]+\.sql$/,
  /^web\/(index\.html|assets\/[\w.-]+\.(js|css|svg|woff2|json)(\.br|\.gz)?)$/,
  /^web\/(manifest\.webmanifest|service-worker\.js(\.br|\.gz)?|app\/[\w-]+\.png)$/,
  /^webhook-vectors\.json$/,
]

/** The faults of a package, one line each. `files` are those that npm packs of the folder. */
export function faultsOf(staged: string, files: readonly string[]): string[] {
  const manifest = readManifest(staged)
  const packed = new Set(files)
  const superfluous = files.filter((file) => !allowed.some((pattern) => pattern.test(file)))
  const missing = neededBy(manifest).filter((file) => !packed.has(file))
  const said = files.filter((file) => /\.(js|cjs|d\.ts)$/.test(file) && !file.startsWith('web/'))
  return [
    ...superfluous.map((file) => `${file} is superfluous`),
    ...missing.map((file) => `${file} is missing`),
    ...said.flatMap((file) => faultsIn(staged, file, { packed, manifest })),
  ].map((fault) => `${manifest.name}: ${fault}`)
}

/** The files that its package.json promises, and those that every package has. */
function neededBy({ exports = {}, bin = {} }: Manifest): string[] {
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry as object)))
  const named = [...entries.map(String), ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''))
  return ['package.json', 'README.md', 'LICENSE', ...named]
}

const imported = /(?:^(?:import|export)\b[^'"\n]*\bfrom\s+|^\} from\s+|^import\s+|\bimport\()(['"])([^'"\n]+)\1/gm

type Whole = { packed: ReadonlySet<string>; manifest: Manifest }

function faultsIn(staged: string, file: string, { packed, manifest }: Whole): string[] {
  const text = readFileSync(join(staged, file), 'utf8')
  const faults = []
  if (text.includes(checkout)) faults.push(`${file} names ${checkout}`)
  if (/^\/\/# sourceMappingURL=/m.test(text)) faults.push(`${file} points to a map`)
  const isTypes = file.endsWith('.d.ts')
  for (const [, , from = ''] of text.matchAll(imported)) {
    if (from.startsWith('.')) {
      const path = join(dirname(file), from)
      const target = isTypes ? path.replace(/\.js$/, '.d.ts') : path
      if (!packed.has(target)) faults.push(`${file} imports ${from}, which is not in the package`)
    } else if (!isTypes && !isBuiltin(from) && !isDeclared(from, manifest))
      faults.push(`${file} imports ${from}, which it does not depend on`)
  }
  return faults
}

function isDeclared(from: string, { dependencies = {}, optionalDependencies = {} }: Manifest): boolean {
  const name = from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
  return name in dependencies || name in optionalDependencies
}
