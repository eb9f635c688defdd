import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from './fixture/tandem.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
let machine: Machine
beforeAll(async () => {
  machine = await createMachine()
})
afterAll(() => machine?.remove())

describe('tandem plugin new', () => {
  test('refuses a name that no plugin can have, a folder that is there, and a place that is none; nothing is written', {
    meta: { proves: ['cli.plugin.new'] },
  }, async () => {
    for (const name of ['Our', '9lives', 'our_chat', '../up', 'a--b', 'x'.repeat(41)])
      expect(await machine.run(['plugin', 'new', name, '--in', machine.home]), name).toMatchObject({ code: 2 })
    expect(await machine.run(['plugin', 'new', 'slack', '--in', machine.home])).toMatchObject({ code: 1 })
    await mkdir(join(machine.home, 'there'))
    expect(await machine.run(['plugin', 'new', 'there', '--in', machine.home])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already'),
    })
    expect(await readdir(join(machine.home, 'there'))).toEqual([])
    expect(await machine.run(['plugin', 'new', 'fine', '--in', join(machine.home, 'nowhere')])).toMatchObject({ code: 3 })
  })

  test('writes a plugin whose types fit and whose own test passes, against a real service', {
    meta: { proves: ['cli.plugin.new'] },
  }, async () => {
    const copy = await mkdtemp(join(tmpdir(), 'tandem-checkout-'))
    try {
      // The checkout, with a folder of plugins of its own: nothing is written to the real one.
      for (const name of await readdir(checkout)) if (name !== 'plugins') await symlink(join(checkout, name), join(copy, name))
      await mkdir(join(copy, 'plugins'))
      const made = await machine.run(['plugin', 'new', 'our-chat', '--in', join(copy, 'plugins'), '--json'])
      expect(made).toMatchObject({
        code: 0,
        json: { files: expect.arrayContaining(['package.json', 'src/plugin.ts', 'test/plugin.test.ts', 'README.md', 'Dockerfile']) },
      })
      const folder = join(copy, 'plugins', 'our-chat')
      for (const file of made.json.files) expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/\{\{|\}\}/)
      const project = join(copy, 'tsconfig.plugin.json')
      await writeFile(project, JSON.stringify({ extends: join(checkout, 'tsconfig.json'), include: [join(copy, 'plugins')] }))
      const tsc = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
      const checked = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', project]).catch(
        (error: { stdout: string }) => error,
      )
      expect(checked.stdout).toBe('')
      const { scripts, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
      const ours = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
      expect(devDependencies.vitest).toBe(ours.devDependencies.vitest)
      const [, ...args] = scripts.test.split(' ')
      const vitest = join(checkout, 'node_modules', 'vitest', 'vitest.mjs')
      const { VITEST: _, ...environment } = process.env
      const child = spawn(process.execPath, [vitest, ...args, '--reporter=json'], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const [code] = await once(child, 'close')
      expect(code, said).toBe(0)
      expect(said).toContain('"numPassedTests":2')
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  })
})

test('elsewhere than in a checkout it writes a project of its own, which depends on the packages', async () => {
  const made = await machine.run(['plugin', 'new', 'our-own', '--in', machine.home])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/cd \S*our-own\n {2}npm install\n {2}npm test\n/) })
  const folder = join(machine.home, 'our-own')
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  const written = files.map(({ name }) => name).toSorted()
  expect(written).toEqual(
    ['.gitignore', 'Dockerfile', 'README.md', 'main.ts', 'package.json', 'plugin.test.ts', 'plugin.ts', 'tsconfig.json'].toSorted(),
  )
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'utf8')
    expect(text, name).not.toMatch(/\{\{|\}\}|\.\.\/\.\.|plugins\/our-own/)
  }
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const ours = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  const { vitest, typescript, '@types/node': node } = ours.devDependencies
  const kit = JSON.parse(await readFile(join(checkout, 'packages', 'plugin-kit', 'package.json'), 'utf8'))
  expect(dependencies).toEqual({ '@tandem/plugin-kit': kit.version, zod: kit.dependencies.zod })
  expect(devDependencies).toEqual({ '@tandem/plugin-test-kit': kit.version, '@types/node': node, typescript, vitest })
})

describe('tandem completion', () => {
  test('completes words, options and choices in bash', { meta: { proves: ['cli.completion'] } }, async () => {
    const { stdout: script } = await machine.run(['completion', 'bash'])
    const lines = [
      ['tandem', 'ca'],
      ['tandem', 'card', 'm'],
      ['tandem', 'card', 'list', 'ENG', '--state', ''],
      ['tandem', 'card', 'list', 'ENG', '--so'],
      ['tandem', '--json', 'user', 'er'],
      ['tandem', 'completion', 'z'],
    ]
    const asked = lines.map(
      (words) =>
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tandem; echo "\${COMPREPLY[*]}"`,
    )
    const { stdout } = await promisify(execFile)('bash', ['-c', [script, ...asked].join('\n')])
    expect(stdout.trim().split('\n')).toEqual(['card', 'move', 'open done archived all', '--sort', 'erase', 'zsh'])
  })

  const asked = [
    ['tandem ca', ['card']],
    ['tandem card m', ['move']],
    ['tandem card list ENG --state ', ['all', 'archived', 'done', 'open']],
    ['tandem card list ENG --so', ['--sort']],
    ['tandem --json user er', ['erase']],
    ['tandem completion z', ['zsh']],
    // A title may be the name of a command.
    ['tandem card create ENG list --del', ['--delegate']],
  ] as const

  test('completes the same in zsh, from the first time on that it is asked from a folder of fpath', async ({ skip }) => {
    skip(!isThere('zsh'), 'zsh is not installed')
    const { stdout: script } = await machine.run(['completion', 'zsh'])
    await writeFile(join(machine.home, '_tandem'), script)
    // A stub of zsh's completion system, with the functions that the script uses: they print their arguments.
    const system = `compadd() { shift; print -l -- "$@" }; _describe() { print -l -- "\${(@)\${(P)2}%%:*}" }; _files() {}; compdef() {}`
    const ask = async (how: string, line: string) => {
      const words = line.split(' ')
      const given = `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _tandem`
      const { stdout } = await promisify(execFile)('zsh', ['-f', '-c', `${system}; ${how}; ${given}`], { cwd: machine.home })
      return stdout
        .trim()
        .split('\n')
        .filter((word) => word.startsWith(words.at(-1) ?? ''))
        .toSorted()
    }
    for (const how of ['source ./_tandem', 'fpath=(. $fpath); autoload -Uz _tandem'])
      for (const [line, words] of asked) expect(await ask(how, line), `${how}: ${line}`).toEqual(words)
  })

  test('completes the same in fish', async ({ skip }) => {
    skip(!isThere('fish'), 'fish is not installed')
    const { stdout: script } = await machine.run(['completion', 'fish'])
    const lines = asked.map(([line]) => `string join -- ' ' (complete -C '${line}' | string split -f 1 \\t)`)
    const options = { cwd: machine.home, env: { ...machine.environment, XDG_DATA_HOME: machine.home } }
    const { stdout, stderr } = await promisify(execFile)('fish', ['--no-config', '-c', [script, ...lines, 'true'].join('\n')], options)
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n')).toEqual(asked.map(([, words]) => words.join(' ')))
  })

  test('knows no other shell, and quotes what it writes for the three', { meta: { proves: ['cli.completion'] } }, async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await machine.run(['completion', shell])
      expect(code).toBe(0)
      for (const word of ['delegate', 'rewrap', 'priority', 'urgent']) expect(stdout).toContain(word)
      expect(
        stdout.split('\n').filter((line) => (line.match(/'/g)?.length ?? 0) % 2 === 1),
        shell,
      ).toEqual([])
    }
    expect(await machine.run(['completion', 'tcsh'])).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') })
  })
})

const isThere = (shell: string): boolean => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, shell)))
