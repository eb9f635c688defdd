import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Git of a checkout, without the settings of the current account. */
const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

type Checkout = {
  folder: string
  run(program: string, args: string[], environment?: Record<string, string>): { code: number | null; text: string }
}

/** A repository with the scripts and settings of ours, and no file of it staged. */
async function makeCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-hooks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const path of ['biome.json', '.oxlintrc.json', '.gitignore', '.githooks', 'scripts/staged.cjs', 'scripts/install-hooks.cjs'])
    await cp(join(root, path), join(folder, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { CI: _, ...environment } = process.env
  const checkout: Checkout = {
    folder,
    run(program, args, more = {}) {
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: folder,
        env: { ...environment, ...own, ...more },
        encoding: 'utf8',
      })
      return { code: status, text: `${stdout}${stderr}` }
    },
  }
  checkout.run('git', ['init', '--quiet'])
  await mkdir(join(folder, 'packages'))
  return checkout
}

const hooksPath = ({ run }: Checkout) => run('git', ['config', 'core.hooksPath']).text.trim()

test('npm ci lets git run our hooks, but neither on CI, nor outside a checkout, nor in the place of hooks that are there', async () => {
  const checkout = await makeCheckout()
  const install = (environment = {}) =>
    expect(checkout.run('node', ['scripts/install-hooks.cjs'], environment)).toEqual({ code: 0, text: '' })
  install({ CI: 'true' })
  expect(hooksPath(checkout)).toBe('')
  install()
  expect(hooksPath(checkout)).toBe('.githooks')
  checkout.run('git', ['config', 'core.hooksPath', 'mine'])
  install()
  expect(hooksPath(checkout)).toBe('mine')
  await rm(join(checkout.folder, '.git'), { recursive: true })
  install()
})

test('a commit of what is neither formatted nor linted is refused, and files that are not staged count for nothing', async () => {
  const { folder, run } = await makeCheckout()
  run('node', ['scripts/install-hooks.cjs'])
  const commit = () => run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'try'])
  const stage = async (text: string) => {
    await writeFile(join(folder, 'packages', 'one.ts'), text)
    run('git', ['add', 'packages/one.ts'])
  }
  await writeFile(join(folder, 'packages', 'other.ts'), 'const   unfinished =')
  await stage('export const one = "1";\n')
  expect(commit()).toEqual({ code: 1, text: expect.stringMatching(/one\.ts[^]+npm run format/) })
  await stage("export const one = '1'\ndebugger\n")
  expect(commit()).toEqual({ code: 1, text: expect.stringContaining('debugger') })
  await stage("export const one = '1'\n")
  expect(commit().code).toBe(0)
})
