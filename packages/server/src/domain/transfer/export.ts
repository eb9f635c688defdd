import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { refusal } from '@tandem/contract'
import { ZipFile } from 'yazl'
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../files/store.ts'
import { chunksOf, openUnnamedFile } from '../../files/unnamed-file.ts'
import { holdsScope } from '../../kernel/access.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { boardText, type ExportAs, type ExportedFile } from './export-document.ts'

/**
 * A board as a download. The document is written to a file without a name first, from one snapshot: so it is of one state, its failure
 * is an answer and no broken download, and a slow reader holds no transaction open. Files are streamed from the store as they are wanted.
 */
export type ExportDeps = { database: Database; store: FileStore; staleAfterMs: number; spoolDirectory: string }

/** Each holds a connection to the database until its document is written. */
const mostAtOnce = 2

export function createExport(deps: ExportDeps): RunOf<'board.export'> {
  let underWay = 0

  return async (read, input) => {
    const { principal, boardId, now } = read
    const leash = principal.grant?.leash ? [...principal.grant.leash] : null
    // As on the card itself (cards/read.ts).
    const sessions = holdsScope(principal, 'sessions:read')
    const as = { boardId, actorId: principal.actorId, leash, sessions, now, staleAfterMs: deps.staleAfterMs }
    const name = `board-${now.slice(0, 10)}`
    const about = { sizeBytes: null, inline: false, version: randomUUID() }
    const file = input.attachments
      ? { ...about, filename: `${name}.zip`, contentType: 'application/zip', open: async () => archiveOf(deps.store, await document(as)) }
      : {
          ...about,
          filename: `${name}.json`,
          contentType: 'application/json; charset=utf-8',
          open: async () => streamOf((await document(as)).spool),
        }
    return { kind: 'file', file }
  }

  async function document(as: ExportAs): Promise<Document> {
    if (underWay >= mostAtOnce) throw refusal('exportBusy', {}, { retryAfterSeconds: 2 })
    underWay += 1
    try {
      return await writeDocument(deps, as)
    } finally {
      underWay -= 1
    }
  }
}

type Document = { spool: FileHandle; files: ExportedFile[] }

async function writeDocument({ database, spoolDirectory }: ExportDeps, as: ExportAs): Promise<Document> {
  const spool = await openUnnamedFile(spoolDirectory)
  const files: ExportedFile[] = []
  try {
    await database.snapshot((reader) => spool.writeFile(together(boardText(reader, as, (file) => files.push(file)))))
    return { spool, files }
  } catch (error) {
    await spool.close()
    throw error
  }
}

const pieceLength = 65_536

/** Small pieces as large ones: each is a write of its own. */
async function* together(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const text of texts) {
    held += text
    if (held.length < pieceLength) continue
    yield held
    held = ''
  }
  yield held
}

/** The spool is deleted with the stream, also when it is never read. */
function streamOf(spool: FileHandle): Readable {
  const stream = Readable.from(chunksOf(spool), { objectMode: false })
  stream.once('close', () => void spool.close())
  return stream
}

/** A file of the archive may be deleted while it is streamed: its bytes are kept for another hour (migrations/0004). */
function archiveOf(store: FileStore, { spool, files }: Document): Readable {
  const zip = new ZipFile()
  const document = streamOf(spool)
  const open = new Set<Readable>([document])
  const archive = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  // A client that disconnects leaves nothing open.
  archive.once('close', () => open.forEach((stream) => void stream.destroy()))
  const breakOff = (error: Error) => void archive.destroy(error)
  zip.on('error', breakOff)
  document.once('error', breakOff)
  zip.addReadStreamLazy('board.json', (give) => give(null, document))
  for (const file of files)
    zip.addReadStreamLazy(pathOf(file), { compress: false, size: file.sizeBytes }, (give) => void openFile(file, give))
  zip.end()
  return archive

  async function openFile(file: ExportedFile, give: (error: unknown, stream: NodeJS.ReadableStream) => void): Promise<void> {
    try {
      const stream = (await store.get(file.fileKey)) as Readable
      open.add(stream)
      stream.once('error', breakOff).once('close', () => open.delete(stream))
      give(null, stream)
    } catch (error) {
      breakOff(error as Error)
    }
  }
}

/** The id identifies the file; the name is for people, so it is reduced to characters that every system accepts. */
function pathOf({ id, filename }: ExportedFile): string {
  const name = filename.replace(/[^\p{L}\p{N}. _-]/gu, '_').replace(/^[. ]+|[. ]+$/g, '')
  return `attachments/${id}/${truncate(name, 100) || 'file'}`
}
