import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncPath } from '../../db/embedded/sync-path.ts'

/**
 * Writes a file completely or not at all: it has the suffix `.part` until its last byte is on the disk. A `.part` left by a killed process
 * is overwritten.
 */
export async function writeWhole(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const part = `${path}.part`
  try {
    const file = await open(part, 'w', 0o600)
    try {
      // The mode counts only for a new file, and a .part may be there already.
      await file.chmod(0o600)
      await writeThrough(file, bytes)
    } finally {
      await file.close()
    }
    await rename(part, path)
    // Windows opens no directories; NTFS keeps a journal of renames.
    if (process.platform !== 'win32') await syncPath(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeThrough(file: FileHandle, bytes: AsyncIterable<Buffer>): Promise<void> {
  await file.writeFile(bytes)
  await file.sync()
}
