import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { manifestOf } from './manifest.ts'
import { checkout, nameOf, type Published, published, sourceOf } from './packages.ts'

/**
 * Builds a package into `<into>/<folder>`, as it is published: JavaScript and types of its sources in `dist`, the files beside them as they
 * are, and a package.json that says so. Throws what the compiler says. The ones that it needs must have been built there.
 */
export function build(one: Published, into: string): string {
  const staged = join(into, one.folder)
  mkdirSync(staged, { recursive: true })
  compile({ sources: join(sourceOf(one), 'src'), root: sourceOf(one), to: join(staged, 'emitted') }, into)
  renameSync(join(staged, 'emitted', 'src'), join(staged, 'dist'))
  rmSync(join(staged, 'emitted'), { recursive: true })
  copyBesides(join(sourceOf(one), 'src'), join(staged, 'dist'))
  for (const name of one.along) cpSync(join(sourceOf(one), name), join(staged, name), { recursive: true })
  for (const path of [join(checkout, 'LICENSE'), join(sourceOf(one), 'README.md')])
    cpSync(path, join(staged, path.slice(dirname(path).length + 1)))
  additions[one.folder]?.(staged, into)
  renameInTypes(staged)
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifestOf(one), null, 2)}\n`)
  return staged
}

/** Parts of a package that are elsewhere in a checkout. */
const additions: Record<string, (staged: string, into: string) => void> = {
  server(staged) {
    const web = join(checkout, 'apps', 'web', 'dist')
    if (!existsSync(join(web, 'index.html'))) throw new Error('the web app is not built: npm run build -w apps/web')
    cpSync(web, join(staged, 'web'), { recursive: true, filter: (path) => !path.endsWith('sources.sha256') })
  },
  cli(staged, into) {
    const agents = join(checkout, 'examples', 'agents')
    compile({ sources: join(agents, 'webhook-agent.ts'), root: agents, to: join(staged, 'dist', 'demo') }, into)
    mkdirSync(join(staged, 'bin'))
    writeFileSync(join(staged, 'bin', 'tandem.cjs'), launcher, { mode: 0o755 })
  },
}

/** Older than our own code: it says what is missing. */
const launcher = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) >= 24) void import('../dist/main.js')
else {
  process.stderr.write('Tandem needs Node 24 or newer; this is ' + process.version + '.\\n')
  process.exitCode = 1
}
`

type Compilation = { sources: string; root: string; to: string }

function compile({ sources, root, to }: Compilation, built: string): void {
  const project = join(built, `tsconfig.${Math.random().toString(36).slice(2)}.json`)
  const options = {
    extends: join(checkout, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noEmitOnError: true,
      declaration: true,
      incremental: false,
      tsBuildInfoFile: null,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: to,
      typeRoots: [join(checkout, 'node_modules', '@types')],
      paths: pathsTo(built),
    },
    ...(extname(sources) === '' ? { include: [sources] } : { files: [sources], include: [] }),
  }
  writeFileSync(project, JSON.stringify(options))
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })
  rmSync(project)
  if (status !== 0) throw new Error(`${sources} does not compile:\n${stdout}${stderr}`)
}

/** Our own packages are resolved to their built types: their sources belong to other packages. */
function pathsTo(built: string): Record<string, string[]> {
  const ready = published.filter((one) => existsSync(join(built, one.folder, 'package.json')))
  const entries = ready.flatMap((one) =>
    Object.entries(manifestOf(one).exports ?? {}).flatMap(([key, entry]) => {
      const types = typeof entry === 'object' && entry !== null && 'types' in entry ? String(entry.types) : null
      return types === null ? [] : [{ name: nameOf(one) + key.slice(1), path: join(built, one.folder, types) }]
    }),
  )
  return Object.fromEntries(entries.map(({ name, path }) => [name, [path]]))
}

function copyBesides(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.ts')) continue
    const path = join(entry.parentPath, entry.name)
    cpSync(path, join(to, path.slice(from.length)))
  }
}

/** Types import `./x.ts` where the code imports `./x.js`: a package contains no `.ts` files. */
function renameInTypes(staged: string): void {
  for (const entry of readdirSync(join(staged, 'dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
  }
}
