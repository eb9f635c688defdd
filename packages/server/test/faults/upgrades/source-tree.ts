import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '../../embedded/fixture/scratch.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const git = (...args: string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()

/** The last commit before the newest migration: the version whose schema is one step older. Null in a checkout without that history. */
export function beforeNewestMigration(): string | null {
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'packages/server/migrations')
    return git('rev-parse', '--verify', '--quiet', `${added}^`)
  } catch {
    return null
  }
}

export const whyNoHistory = 'the checkout has no history before its newest migration'

/** Puts the sources of a commit into a folder of their own, ready to run, and returns the path of the service's main script. */
export async function sourceTreeOf(commit: string): Promise<string> {
  const tree = await scratchFolder()
  const archive = execFileSync('git', ['-C', root, 'archive', '--format=tar', commit], { maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  await installAt(tree, commit)
  return join(tree, 'packages/server/src/main.ts')
}

/** Links what is installed here if the commit asks for the same, which takes no time and no network; else installs what it asks for. */
async function installAt(tree: string, commit: string): Promise<void> {
  if (git('diff', '--name-only', commit, '--', 'package-lock.json') !== '') {
    execFileSync('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'pipe' })
    return
  }
  const folders = ['.', ...git('ls-tree', '-r', '--name-only', commit).split('\n').filter(isManifest).map(folderOf)]
  for (const folder of folders) await linkFolder(join(root, folder, 'node_modules'), join(tree, folder, 'node_modules'))
}

const isManifest = (path: string): boolean => path.endsWith('/package.json')
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Links to workspaces are relative, so a copy of such a link leads to the workspace of the tree, and not to the one of this checkout. */
async function linkFolder(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  if (names.length > 0) await mkdir(to, { recursive: true })
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)]
    const kind = await lstat(source)
    if (kind.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (name.startsWith('@')) await linkFolder(source, target)
    else await symlink(source, target)
  }
}
