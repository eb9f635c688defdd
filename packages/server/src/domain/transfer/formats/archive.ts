import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { fromFdPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl'
import { openUnnamedFile } from '../../../files/unnamed-file.ts'
import type { ArchivedFile } from './entries.ts'
import { BrokenFile, brokenFile } from './json-parts.ts'

/** Our export with its files, a ZIP archive. Nothing is extracted under a name from the archive, and nothing beyond the limits. */
export type Archive = { document: FileHandle; open(path: string): Promise<ArchivedFile | undefined> }

const mostEntries = 20_000
const documentName = 'board.json'
/** `attachments/<id>/<name>`: by the id is how the document refers to it. */
const filePath = /^(attachments\/[0-9a-f-]{36})\/[^/]+$/

/** Throws BrokenFile. `document` is the caller's to close. */
export async function openArchive(handle: FileHandle, limits: { mostDocumentBytes: number; spoolDirectory: string }): Promise<Archive> {
  const zip = await fromFdPromise(handle.fd, { autoClose: false, lazyEntries: true, strictFileNames: true }).catch(refuse)
  if (zip.entryCount > mostEntries) throw brokenFile('zipTooManyFiles', { count: mostEntries })
  const files = new Map<string, ZipEntry>()
  let document: ZipEntry | undefined
  for await (const entry of entriesOf(zip)) {
    const [, path] = filePath.exec(entry.fileName) ?? []
    if (path !== undefined) files.set(path, entry)
    else if (entry.fileName === documentName) document = entry
  }
  if (!document) throw brokenFile('zipNoBoard')
  if (document.uncompressedSize > limits.mostDocumentBytes) throw brokenFile('zipTooLarge', { bytes: limits.mostDocumentBytes })
  const spool = await openUnnamedFile(limits.spoolDirectory)
  try {
    await spool.writeFile(bytesOf(zip, document))
  } catch (error) {
    await spool.close()
    throw error
  }
  return {
    document: spool,
    async open(path) {
      const entry = files.get(path)
      return entry && { sizeBytes: entry.uncompressedSize, bytes: bytesOf(zip, entry) }
    },
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<ZipEntry> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    refuse(error)
  }
}

/** Fails unless the size and the checksum are those of the archive's entry. */
async function* bytesOf(zip: ZipFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    if (!entry.canDecodeFileData()) throw brokenFile('zipUnsupported')
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    refuse(error)
  }
  if (sum !== entry.crc32) throw brokenFile('zipDamaged')
}

function refuse(error: unknown): never {
  if (error instanceof BrokenFile) throw error
  const cause = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read'
  throw brokenFile('zipBroken', { cause: cause.replace(/\.+$/, '') })
}
