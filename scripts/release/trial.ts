import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Packed } from './pack.ts'
import { checkout, nameOf, published, sourceOf } from './packages.ts'
import { run } from './shell.ts'

/** Installs packages in an empty folder, as a user without a checkout does. */
export function install(packages: readonly Packed[], folder: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "trial", "version": "1.0.0", "private": true, "type": "module" }\n')
  add(packages, folder)
}

function add(packages: readonly Packed[], folder: string): void {
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...packages.map(({ path }) => path)], folder)
}

/** The first uses of the packages. Each throws if it does not work. */
export const firstUses: readonly [name: string, use: (folder: string, version: string) => void][] = [
  [
    'the command line says which release it is, and what it can do',
    (folder, version) => {
      assert.equal(run(tandemIn(folder), ['--version'], folder).trim(), version)
      assert.match(run(tandemIn(folder), ['--help'], folder), /^Usage: tandem /)
    },
  ],
  [
    'the command line knows the settings of the service',
    (folder) => assert.match(run(tandemIn(folder), ['serve', '--settings'], folder), /DATABASE_URL/),
  ],
  [
    'the contract is data: operations, verbs, examples, tools',
    (folder) => {
      const text = script(
        folder,
        `import { catalogue, verbs } from '@tandem/contract'
        import * as examples from '@tandem/contract/examples'
        import * as mcp from '@tandem/contract/mcp'
        console.log([catalogue, verbs, examples, mcp].map((part) => Object.keys(part).length).join(' '))`,
      )
      const [operations = 0, verbs = 0, examples = 0, tools = 0] = text.split(' ').map(Number)
      assert.ok(operations > 100 && verbs > 40 && examples > 0 && tools > 0, text)
    },
  ],
  [
    'the client verifies a signature, and says when nothing answers',
    (folder) => {
      const text = script(
        folder,
        `import { createClient, verifyWebhook } from '@tandem/client'
        import vectors from '@tandem/client/webhook-vectors.json' with { type: 'json' }
        if (Object.keys(vectors).length === 0 || typeof verifyWebhook !== 'function') throw new Error('no vectors')
        const client = createClient({ url: 'http://127.0.0.1:9', retry: { attempts: 1 } })
        await client.call('service.version').catch(({ code }) => console.log(code))`,
      )
      assert.equal(text.trim(), 'unavailable')
    },
  ],
  [
    'the plugin kit starts plugins',
    (folder) => {
      const text = script(folder, `import * as kit from '@tandem/plugin-kit'; console.log(typeof kit.runPlugin, typeof kit.startPlugin)`)
      assert.equal(text.trim(), 'function function')
    },
  ],
  ['what the readme files say compiles against the types', compileReadmes],
]

/** The whole of it at work: the service, its database and the page, a person and an agent. */
export function demonstrate(folder: string): void {
  assert.match(run(tandemIn(folder), ['demo'], folder), /^\d\d+ steps checked, none failed/m)
}

/** A new plugin, from its skeleton to its test against a real service. */
export function writePlugin(folder: string, packages: readonly Packed[]): void {
  run(tandemIn(folder), ['plugin', 'new', 'our-chat'], folder)
  const plugin = join(folder, 'our-chat')
  // Nothing of this version is on npm yet.
  add(packages, plugin)
  run('npm', ['run', 'typecheck'], plugin)
  assert.match(run('npm', ['test'], plugin), /Tests +2 passed/)
}

const tandemIn = (folder: string): string => join(folder, 'node_modules', '.bin', 'tandem')

const script = (folder: string, text: string): string => run(process.execPath, ['--input-type=module', '--eval', text], folder)

function compileReadmes(folder: string): void {
  const blocks = published.flatMap((one) => {
    const text = readFileSync(join(sourceOf(one), 'README.md'), 'utf8')
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ''], index) => ({ name: `${one.folder}-${index}.ts`, block }))
  })
  assert.ok(blocks.length >= 3)
  const programs = join(folder, 'readme')
  mkdirSync(programs)
  for (const { name, block } of blocks) writeFileSync(join(programs, name), `${block}\nexport {}\n`)
  const options = {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024', 'dom'],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(checkout, 'node_modules', '@types')],
    },
    include: ['*.ts'],
  }
  writeFileSync(join(programs, 'tsconfig.json'), JSON.stringify(options))
  run(process.execPath, [join(checkout, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', programs], folder)
  const names = published.map(nameOf)
  assert.ok(blocks.some(({ block }) => names.some((name) => block.includes(name))))
}
