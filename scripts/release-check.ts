import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './release/build.ts'
import { faultsOf } from './release/contents.ts'
import { readManifest } from './release/manifest.ts'
import { type Packed, pack } from './release/pack.ts'
import { checkout, nameOf, published } from './release/packages.ts'
import { billOf } from './release/sbom.ts'
import { run } from './release/shell.ts'
import { demonstrate, firstUses, install, writePlugin } from './release/trial.ts'

/**
 * `npm run release:check -- [--short] [--out FOLDER]`: builds the packages that are published, looks at what is in them, installs them in an
 * empty folder and uses them there. With --out what was found good is kept, with a bill of materials: `npm publish FOLDER/<package>.tgz`
 * publishes it. --short leaves out the demo and the plugin.
 */
const { values: options } = parseArgs({ options: { short: { type: 'boolean' }, out: { type: 'string' } } })
const work = mkdtempSync(join(tmpdir(), 'tandem-release-'))
const tell = (text: string) => process.stdout.write(`${text}\n`)
try {
  check(options.out === undefined ? join(work, 'packed') : resolve(options.out))
} finally {
  rmSync(work, { recursive: true, force: true })
}

function check(out: string): void {
  mkdirSync(out, { recursive: true })
  const built = join(work, 'built')
  mkdirSync(built)
  // For the compiler, which reads the types of one package for the next. The trial is beside it, not below.
  symlinkSync(join(checkout, 'node_modules'), join(built, 'node_modules'))
  const { version } = readManifest(checkout)
  const packages = published.map((one) => {
    const staged = build(one, built)
    const packed = pack(staged, out)
    refuse(faultsOf(staged, packed.files))
    if (readManifest(staged).version !== version)
      throw new Error(`${nameOf(one)} is ${readManifest(staged).version}, and the release ${version}`)
    tell(`✓ ${nameOf(one)}: ${packed.files.length} files, ${Math.ceil(packed.bytes / 1_024)} kB`)
    return packed
  })
  use(packages, version)
  tell(`✓ ${run(process.execPath, [join(checkout, 'scripts', 'licences.ts')], checkout).trim()}`)
  const { text, components } = billOf(join(work, 'trial'), [...published.map(nameOf), 'fastify', 'pg', 'zod'])
  writeFileSync(join(out, 'sbom.cdx.json'), text)
  tell(`✓ a bill of materials with ${components} components`)
}

function use(packages: readonly Packed[], version: string): void {
  const trial = join(work, 'trial')
  install(packages, trial)
  tell('✓ they can be installed in an empty folder')
  for (const [name, first] of firstUses) {
    first(trial, version)
    tell(`✓ ${name}`)
  }
  if (options.short) return
  demonstrate(trial)
  tell('✓ the demo runs from them')
  writePlugin(trial, packages)
  tell('✓ a plugin that is written with them passes its test')
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
