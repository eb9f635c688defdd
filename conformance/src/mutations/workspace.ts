import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const copied = ['packages', 'conformance', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const workspaces: Record<string, string> = {
  contract: 'packages/contract',
  client: 'packages/client',
  server: 'packages/server',
  cli: 'packages/cli',
  conformance: 'conformance',
}

/** A copy of the project to break rules in. Its packages are its own; everything else in node_modules is linked. */
export async function copyOfProject(root: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tandem-mutations-'))
  for (const entry of copied)
    await cp(join(root, entry), join(path, entry), { recursive: true, filter: (from) => !from.includes('node_modules') })
  await mkdir(join(path, 'node_modules/@tandem'), { recursive: true })
  for (const entry of await readdir(join(root, 'node_modules'))) {
    if (entry !== '@tandem') await symlink(join(root, 'node_modules', entry), join(path, 'node_modules', entry))
  }
  for (const [name, folder] of Object.entries(workspaces)) await symlink(join(path, folder), join(path, 'node_modules/@tandem', name))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
