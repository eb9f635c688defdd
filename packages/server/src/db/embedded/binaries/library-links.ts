import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { systemErrorCode } from '../errors.ts'

/**
 * Makes the links between shared libraries that npm cannot pack. The package's own postinstall script would make them, and installs with
 * scripts switched off must work. Two concurrent starts are safe. In a read-only folder the links stay missing; the trial run of the
 * binaries then fails.
 */
export async function linkLibraries(packageRoot: string): Promise<void> {
  for (const { source, target } of await listLinks(packageRoot)) {
    const link = join(packageRoot, target)
    try {
      await symlink(relative(dirname(link), join(packageRoot, source)), link)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return
      throw error
    }
  }
}

async function listLinks(packageRoot: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
