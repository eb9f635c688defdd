import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../db/embedded/make-folder.ts'
import { syncPath } from '../db/embedded/sync-path.ts'
import { type FileStore, missingFile, storeFailure } from './store.ts'

/** Files in one directory: written as `<key>.part`, flushed to the disk, then given their name. */
export function createDiskStore(directory: string): FileStore {
  const pathOf = (key: string) => join(directory, key)
  const partOf = (key: string) => `${pathOf(key)}.part`

  return {
    async put(key, bytes) {
      try {
        await makeFolder(directory)
        await writeThrough(partOf(key), bytes)
        await rename(partOf(key), pathOf(key))
        // Windows opens no directories; NTFS keeps a journal of renames.
        if (process.platform !== 'win32') await syncPath(directory)
      } catch (error) {
        await rm(partOf(key), { force: true }).catch(() => {})
        throw storeFailure(error)
      }
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key))
        return file.createReadStream(range)
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missingFile(error) : storeFailure(error)
      }
    },
    async remove(key) {
      for (const path of [partOf(key), pathOf(key)]) await rm(path, { force: true })
    },
  }
}

async function writeThrough(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  // Overwrites what a killed process has left of this file: no two files get the same key.
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
