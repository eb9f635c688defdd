import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Activity, chainStart, createLogVerifier, type LogPlace, type LogVerdict } from '@tandem/contract'
import { type Reader, sql } from '../db/database.ts'
import { type ActivityRow, activityOnWire, pageOfActivities } from '../domain/boards/activity.ts'
import { chainOfBoard } from '../domain/boards/log-head.ts'
import type { Counted } from '../domain/pages.ts'
import { openArchive } from '../domain/transfer/formats/archive.ts'
import { BrokenFile, partsOf } from '../domain/transfer/formats/json-parts.ts'
import { chunksOf } from '../files/unnamed-file.ts'
import { sha256 } from '../kernel/log-hashes.ts'
import type { Administration } from './open.ts'

/** Verifies logs where they are kept: in an export, or in the database. Specification: beyond §7 (docs/verifiable-log.md). */
export type LogVerified = { boardId: string; name: string; lastSeq: number } & LogVerdict

type OnProgress = (done: number, total: number | null) => void

const chunkBytes = 262_144

/** `noted`: places that the log must have. Throws BrokenFile for a file that is not an export of a board. */
export async function verifyExport(path: string, noted: readonly LogPlace[], onProgress: OnProgress = () => {}): Promise<LogVerified> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(2), position: 0 })
    if (buffer.toString('latin1', 0, bytesRead) !== 'PK') return await verifyDocument(chunksOf(file, chunkBytes), noted, onProgress)
    const limits = { mostDocumentBytes: Number.POSITIVE_INFINITY, spoolDirectory: tmpdir() }
    const { document } = await openArchive(file, limits)
    try {
      return await verifyDocument(chunksOf(document, chunkBytes), noted, onProgress)
    } finally {
      await document.close()
    }
  } finally {
    await file.close()
  }
}

const wanted = { format: 'value', board: 'value', log: 'value', activity: 'elements' } as const

async function verifyDocument(bytes: AsyncIterable<Buffer>, noted: readonly LogPlace[], onProgress: OnProgress): Promise<LogVerified> {
  const verifier = createLogVerifier(sha256, noted)
  const said = new Map<string, unknown>()
  let done = 0
  for await (const { of, value } of partsOf(bytes, wanted)) {
    if (of !== 'activity') said.set(of, value)
    else if (verifier.take(activityIn(value))) onProgress(++done, null)
  }
  if (said.get('format') !== 'tandem-board') throw noLog('The file is not an export of a Tandem board.')
  const board = objectIn(said.get('board'))
  const log = objectIn(said.get('log'))
  const [seq, hash, lastSeq] = [log.seq, log.hash, board.seq]
  const kept = typeof lastSeq === 'number' ? lastSeq : undefined
  const head = typeof seq === 'number' && typeof hash === 'string' ? { seq, hash, lastSeq: kept } : null
  const verdict = verifier.end(head)
  return { boardId: String(board.id), name: String(board.name), lastSeq: kept ?? verdict.seq, ...verdict }
}

const objectIn = (value: unknown): Record<string, unknown> => ({ ...(typeof value === 'object' ? value : {}) })

const noLog = (message: string): BrokenFile => new BrokenFile({ message, reason: undefined, params: undefined })

function activityIn(value: unknown): Activity {
  const { id, seq, verb, actorId, cardId, createdAt, payload, hash, payloadHash } = objectIn(value)
  const isActivity =
    [id, verb, actorId, createdAt].every((one) => typeof one === 'string') &&
    [cardId, hash, payloadHash].every((one) => one === undefined || one === null || typeof one === 'string') &&
    Number.isSafeInteger(seq) &&
    typeof payload === 'object' &&
    payload !== null
  if (!isActivity) throw noLog(`The log in the file has an invalid entry near seq ${String(seq).slice(0, 20)}.`)
  return value as Activity
}

const pageLength = 2_000
type LoggedBoard = Pick<LogVerified, 'boardId' | 'name' | 'lastSeq'>
/** The boards of the database, or one of them. */
const boardsToVerify = sql<LoggedBoard>(`select id as board_id, name, last_seq from boards
  where deleted_at is null and ($1::uuid is null or id = $1) and ($2::uuid is null or id > $2) order by id limit 1`)
const readLog = sql<Counted<ActivityRow>>(pageOfActivities(`board_id = $1 and seq > $2 order by seq limit ${pageLength}`, 'seq'))

/** Verifies the log of every board, or of one, each in one snapshot. Yields nothing when there is no board with the id. */
export async function* verifyDatabase(
  { database }: Pick<Administration, 'database'>,
  boardId: string | null,
  noted: readonly LogPlace[] = [],
  onProgress: OnProgress = () => {},
): AsyncGenerator<LogVerified> {
  for (let after: string | null = null; ; ) {
    const found: LogVerified | null = await database.snapshot(async (reader) => {
      const board = await reader.row(boardsToVerify, [boardId, after])
      return board ? { ...board, ...(await verifyBoard(reader, board, noted, onProgress)) } : null
    })
    if (!found) return
    yield found
    after = found.boardId
  }
}

async function verifyBoard(reader: Reader, board: LoggedBoard, noted: readonly LogPlace[], onProgress: OnProgress): Promise<LogVerdict> {
  const verifier = createLogVerifier(sha256, noted)
  const head = await reader.row(chainOfBoard, [board.boardId])
  for (let from = 0, holds = true; holds; ) {
    const rows = await reader.rows(readLog, [board.boardId, from])
    for (const row of rows) holds = verifier.take(activityOnWire(row)) && holds
    const last = rows.at(-1)
    if (!last) break
    from = last.seq
    onProgress(from, board.lastSeq)
  }
  return verifier.end(head ? { seq: head.seq, hash: head.hash ?? chainStart, lastSeq: board.lastSeq } : null)
}
