import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../db/embedded/make-folder.ts'

/** A file without a name: the system deletes it when the handle is closed, also when the process is killed. */
export async function openUnnamedFile(directory: string): Promise<FileHandle> {
  await makeFolder(directory)
  const path = join(directory, `${randomBytes(20).toString('hex')}.part`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}

/** The bytes from the beginning. A stream of the handle's own would close it, and they may be wanted again. */
export async function* chunksOf(file: FileHandle, chunkBytes = 65_536): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(chunkBytes), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
