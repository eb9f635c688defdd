import { openAsBlob } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, refusalOf } from '@tandem/client'
import { type BoardImport, TandemError } from '@tandem/contract'
import type { Connection } from '../connection.ts'
import { whenAskedToStop } from '../end-signals.ts'
import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { command, flag, text } from '../spec.ts'
import { bytes, createProgress, type Progress } from '../terminal/progress.ts'
import { line, plural, type Terminal } from '../terminal/terminal.ts'

/** Export and import of boards. */
const pollEveryMs = 250

export const transfer = [
  command({
    words: 'board export <board>',
    about: 'export a board to a file that board import can read',
    options: {
      files: flag('a ZIP archive that includes the attached files'),
      output: text('file', 'output file; - for standard output; default: a file named after the board'),
      force: flag('overwrite an existing file'),
    },
    examples: [
      ['tandem board export ENG', 'writes ENG.json'],
      ['tandem board export ENG --files --output backup.zip', 'with attached files'],
      ['tandem board export ENG --output - | jq .cards', 'into another program'],
    ],
    async run({ args, options, connect, terminal }) {
      const connection = await connect()
      const board = await findBoard(connection.client, args.board)
      const path = options.output ?? `${board.keyPrefix}.${options.files ? 'zip' : 'json'}`
      if (path === '-') return download(connection, exportPath(board.id, options.files), process.stdout, createProgress('', terminal))
      if (!options.force) await refuseThere(path)
      const sizeBytes = await toFile(
        path,
        (file, progress) => download(connection, exportPath(board.id, options.files), file, progress),
        terminal,
      )
      return { value: { file: path, sizeBytes, boardId: board.id }, text: `${path}  ${bytes(sizeBytes)}` }
    },
  }),
  command({
    words: 'board import <file>',
    about: 'create a board from an export of Tandem or Trello, or from a CSV file',
    detail: 'The service imports it in the background. Ctrl-C does not stop the import.',
    options: {
      name: text('name', 'the name of the new board; default: that of the file'),
      detach: flag('do not wait for the import to finish'),
    },
    examples: [
      ['tandem board import ENG.json', 'reports what was imported and what was left out'],
      ['tandem board import trello.json --name Sprint', 'under another name'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const file = await fileAt(args.file)
      const { importId } = await client.call('board.import', { file, ...(options.name !== undefined && { name: options.name }) })
      if (options.detach) return { value: { importId }, text: `Import ${importId} started.` }
      const over = await followed(client, importId, terminal)
      if (over.state === 'failed') throw new Complaint('refused or failed', `The import failed: ${over.report?.error ?? 'unknown reason'}`)
      return { value: over, text: reportText(over) }
    },
  }),
]

const exportPath = (boardId: string, withFiles: boolean | undefined) => `/api/boards/${boardId}/export${withFiles ? '?attachments=1' : ''}`

async function refuseThere(path: string): Promise<void> {
  if (await stat(path).catch(() => null))
    throw new Complaint('refused or failed', `${path} already exists. Use --force to overwrite it, or another --output.`)
}

/** Written as a whole or not at all: the file has its name only once it is complete. */
async function toFile(path: string, write: (file: Writable, progress: Progress) => Promise<void>, terminal: Terminal): Promise<number> {
  const draft = `${path}.${process.pid}.part`
  // Opened before the request, because a stream that cannot be opened would end the process during the answer.
  const file = (await open(draft, 'wx', 0o600)).createWriteStream()
  const progress = createProgress(path, terminal, bytes)
  try {
    await write(file, progress)
    await rename(draft, path)
    return (await stat(path)).size
  } catch (error) {
    file.destroy()
    await rm(draft, { force: true })
    throw error
  } finally {
    progress.end()
  }
}

async function download({ url, token }: Connection, path: string, to: Writable, progress: Progress): Promise<void> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' }).catch(
    (cause: unknown) => {
      throw new TandemError('unavailable', `No answer from ${url}. Check the URL, and that the service is running.`, {
        reason: undefined,
        cause,
      })
    },
  )
  if (!response.ok || !response.body) throw refusalOf(response, await response.json().catch(() => null))
  let done = 0
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      done += chunk.length
      progress.at(done, null)
      yield chunk
    }
  }
  await pipeline(Readable.fromWeb(response.body), counted, to, { end: to !== process.stdout })
}

async function fileAt(path: string): Promise<File> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new Complaint('not found', `File ${path} does not exist.`)
  if (!found.isFile()) throw new Complaint('wrong usage', `${path} is not a file. Use the file of an export.`)
  return new File([await openAsBlob(path)], basename(path))
}

/** Waits for the end. Ctrl-C ends only the waiting. */
async function followed(client: Client, importId: string, terminal: Terminal): Promise<BoardImport> {
  const stop = whenAskedToStop()
  const progress = createProgress('importing', terminal)
  try {
    for (;;) {
      const now = await client.call('import.get', { importId })
      if (now.state === 'done' || now.state === 'failed') return now
      progress.at(now.done, now.total)
      await wait(pollEveryMs, undefined, { signal: stop })
    }
  } catch (error) {
    if (stop.aborted) throw new Complaint('refused or failed', `Import ${importId} continues in the service.`)
    throw error
  } finally {
    progress.end()
  }
}

function reportText({ boardId, report }: BoardImport): string {
  const made = Object.entries(report?.created ?? {}).filter(([, count]) => count > 0)
  const left = (report?.skipped ?? []).map(({ what, reason }) => `  ${line(what)}: ${line(reason)}`)
  const more = (report?.skippedCount ?? 0) - left.length
  return [
    `Imported as board ${boardId}: ${made.map(([what, count]) => `${count} ${what}`).join(', ')}.`,
    ...(left.length === 0 ? [] : ['Left out:', ...left]),
    ...(more > 0 ? [`  … and ${plural(more, 'other thing')}`] : []),
  ].join('\n')
}
