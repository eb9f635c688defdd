import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Client } from '@tandem/client'
import type { Board, LogPlace } from '@tandem/contract'
import type { LogVerified } from '@tandem/server/administration'
import { Answered, Complaint, exitCodes } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { type Call, command, flag, many } from '../spec.ts'
import { createProgress } from '../terminal/progress.ts'
import { line, plural, type Terminal } from '../terminal/terminal.ts'
import { verifyBoard } from '../verify-board.ts'

/** Verifies that a log is unchanged. Specification: beyond §7. */
export const verify = [
  command({
    words: 'verify [board-or-file]',
    about: 'verify that no event of a log was changed, removed or replaced, and name the first that was',
    detail:
      'It recomputes the hashes of a log: of a board that you can read, of an export, or of all boards that you can read. It prints the last hash of each, which covers the whole log: note it, and a later --noted detects a log that was rewritten from the beginning. The exit code is 1 when verification fails. With --json each log is on its own line.',
    options: {
      noted: many('seq:hash', 'compare with a hash that you noted earlier'),
      database: flag(
        'read the database that the environment names (DATABASE_URL, or DATA_DIR), without a service: all boards, or one by its id',
      ),
    },
    examples: [
      ['tandem verify ENG', 'the log of a board'],
      ['tandem verify ENG.json', 'the log of an export'],
      ['tandem verify ENG --noted 812:5f0c…', 'compare with a hash that you noted'],
      ['tandem verify --database', 'every board, on the machine of the service'],
    ],
    async run({ args, options, connect, terminal }) {
      const what = args['board-or-file']
      const noted = options.noted.map(placeIn)
      if (noted.length > 0 && what === undefined) throw new Complaint('wrong usage', 'Name the board or the file for --noted.')
      let isWhole = true
      for await (const verified of verdicts({ what, noted, isInDatabase: options.database === true }, connect, terminal)) {
        isWhole &&= verified.fault === null && !isUnverified(verified)
        terminal.result(verified, verdictText(terminal, verified))
      }
      if (!isWhole) throw new Answered(exitCodes['refused or failed'])
    },
  }),
]

/** From an older release, without hashes to verify its activities. */
const isUnverified = ({ seq, lastSeq }: Pick<LogVerified, 'seq' | 'lastSeq'>): boolean => seq === 0 && lastSeq > 0

type Wanted = { what: string | undefined; noted: LogPlace[]; isInDatabase: boolean }

async function* verdicts(
  { what, noted, isInDatabase }: Wanted,
  connect: Call<unknown, unknown>['connect'],
  terminal: Terminal,
): AsyncGenerator<LogVerified> {
  const progress = createProgress(what ?? 'verifying', terminal)
  try {
    if (isInDatabase) yield* inDatabase(what ?? null, noted, progress.at)
    else if (what !== undefined && (await isFile(what))) {
      const { verifyExport } = await import('@tandem/server/administration')
      yield await verifyExport(what, noted, progress.at)
    } else {
      const { client } = await connect()
      const boards = what === undefined ? await everyBoard(client) : [await findBoard(client, what)]
      for (const board of boards) yield await verifyBoard(client, board, noted, progress.at)
    }
  } finally {
    progress.end()
  }
}

const everyBoard = async (client: Client): Promise<Board[]> => [
  ...(await client.call('board.list')),
  ...(await client.call('board.list', { archived: true })),
]

async function* inDatabase(
  boardId: string | null,
  noted: LogPlace[],
  onProgress: (done: number, total: number | null) => void,
): AsyncGenerator<LogVerified> {
  if (boardId !== null && !/^[0-9a-f-]{36}$/i.test(boardId))
    throw new Complaint('wrong usage', 'With --database, name a board by its id; without one, every board is verified.')
  const { openAdministration, verifyDatabase } = await import('@tandem/server/administration')
  const administration = await openAdministration(process.env)
  let isFound = boardId === null
  try {
    for await (const verified of verifyDatabase(administration, boardId, noted, onProgress)) {
      isFound = true
      yield verified
    }
  } finally {
    await administration.close()
  }
  if (!isFound) throw new Complaint('not found', `Board ${boardId} is not in the database.`)
}

/** Text that looks like a path is treated as one, so that a mistyped path is not looked up as a board. */
async function isFile(text: string): Promise<boolean> {
  const found = await stat(text).catch(() => null)
  if (found?.isFile()) return true
  if (!isAbsolute(text) && !/[/\\]|\.(json|zip)$/i.test(text)) return false
  throw new Complaint('not found', `File ${text} does not exist.`)
}

function placeIn(text: string): LogPlace {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new Complaint('wrong usage', `Invalid --noted ${line(text)}. Use what tandem verify shows: a number, a colon and 64 hex digits.`)
  return { seq: Number(seq), hash }
}

function verdictText(terminal: Terminal, { boardId, name, seq, hash, lastSeq, erased, unhashed, fault }: LogVerified): string {
  const board = `${terminal.paint('bold', line(name))} (${boardId})`
  if (fault) {
    const where = `event ${fault.seq}${fault.id === null ? '' : ` (${line(fault.id)})`}`
    return `${board}: broken at ${where}. ${line(fault.message)} ${plural(seq, 'event')} verified before it.`
  }
  if (isUnverified({ seq, lastSeq })) return `${board}: not verified. None of its ${plural(lastSeq, 'event')} has a hash.`
  const more = [...(erased > 0 ? [`${plural(erased, 'payload')} erased`] : []), ...(unhashed > 0 ? [`${unhashed} without a hash yet`] : [])]
  return `${board}: ${plural(seq, 'event')} verified${more.length > 0 ? ` (${more.join(', ')})` : ''}. Head ${seq}:${hash}`
}
