import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents, readable by this account only. Throws the error of the system.
 *
 * Not `mkdir` with `recursive`: where the system answers ENOENT below an existing folder, as in /proc, Node tries for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return
  if (!found && dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made it at the same time.
    if (error.code !== 'EEXIST' || !(await stat(path).catch(() => null))?.isDirectory()) throw error
  })
}
