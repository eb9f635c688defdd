import type { FileHandle } from 'node:fs/promises'
import { chunksOf } from '../../../files/unnamed-file.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import { openArchive } from './archive.ts'
import { csvSource } from './csv.ts'
import type { Source } from './entries.ts'
import { brokenFile, memberNames, partsOf } from './json-parts.ts'
import { tandemSource } from './tandem.ts'
import { trelloSource } from './trello.ts'

/** The bytes of a document from its beginning, as often as they are wanted. */
export type ReadBytes = () => AsyncIterable<Buffer>

export type SourceLimits = {
  /** The most octets of the document in an archive. */
  mostDocumentBytes: number
  /** The directory for the unpacked document, which is a file without a name. */
  spoolDirectory: string
}

/** Detects the format of a file by its bytes, not by its name. The handle stays the caller's to close. Throws BrokenFile. */
export async function openSource(handle: FileHandle, filename: string, limits: SourceLimits): Promise<Source> {
  const first = await firstBytes(handle)
  if (beginsOfArchives.some((begin) => first.startsWith(begin))) {
    const { document, open } = await openArchive(handle, limits)
    return { ...tandemSource(readerOf(document), true), open, close: () => document.close() }
  }
  const readBytes = readerOf(handle)
  const found = /^(\xef\xbb\xbf)?\s*[{[]/.test(first) ? await documentIn(readBytes) : csvSource(readBytes, nameWithoutExtension(filename))
  return { ...found, open: async () => undefined, close: async () => {} }
}

/** One with files, and an empty one. */
const beginsOfArchives = ['PK\x03\x04', 'PK\x05\x06']

async function firstBytes(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(1_024), position: 0 })
  return buffer.subarray(0, bytesRead).toString('latin1')
}

const chunkBytes = 262_144
const readerOf =
  (handle: FileHandle): ReadBytes =>
  () =>
    chunksOf(handle, chunkBytes)

async function documentIn(readBytes: ReadBytes): Promise<Pick<Source, 'kind' | 'read'>> {
  const names = new Set<string>()
  for await (const name of memberNames(readBytes())) {
    if (name === 'format') return ourOwn(readBytes)
    names.add(name)
    if (names.size > 1_000) break
  }
  if (names.has('cards') && names.has('lists')) return trelloSource(readBytes)
  throw brokenFile('jsonForeign')
}

async function ourOwn(readBytes: ReadBytes): Promise<Pick<Source, 'kind' | 'read'>> {
  for await (const { value } of partsOf(readBytes(), { format: 'value' }))
    if (value === 'tandem-board') return tandemSource(readBytes, false)
  throw brokenFile('jsonNoBoard')
}

const nameWithoutExtension = (filename: string): string => truncate(filename.replace(/\.[^.]{1,10}$/, '').trim(), 200) || 'Imported board'
