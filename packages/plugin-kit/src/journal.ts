import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file of JSON lines that only grows, until it is rewritten with the lines that are still needed. A line is on disk before `write`
 * returns, and takes effect only then; lines that arrive together share one flush. A line that a crash cut off was never promised: it is
 * left out.
 *
 * Rejected: node:sqlite. In the Node 24 releases that the repository brings for some platforms it is experimental and says so at each
 * start; and a plugin needs no other function of a database.
 */
export type Journal<Line> = {
  /** Throws when the disk refuses; then nothing of it counts. */
  write(lines: readonly Line[]): Promise<void>
  close(): Promise<void>
}

export type Journaled<Line> = {
  apply(line: Line): void
  /** Lines from which the state can be built again. */
  snapshot(): Iterable<Line>
}

type Waiting<Line> = { lines: readonly Line[]; resolve: () => void; reject: (failure: unknown) => void }

/** Rewritten when at least this many lines, and half of the file, count no more. */
const fewestLinesToRewrite = 2_000

export async function openJournal<Line>(path: string, state: Journaled<Line>): Promise<Journal<Line>> {
  for (const line of await linesOf<Line>(path)) state.apply(line)
  let { file, size, lines } = await rewrite(path, state)
  let linesAfterRewrite = lines
  let waiting: Waiting<Line>[] = []
  let flushing: Promise<void> | null = null
  let isClosed = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      const added = together.flatMap((one) => one.lines)
      try {
        await append(added)
      } catch (failure) {
        for (const one of together) one.reject(failure)
        continue
      }
      for (const line of added) state.apply(line)
      for (const one of together) one.resolve()
    }
    flushing = null
  }

  async function append(added: readonly Line[]): Promise<void> {
    if (lines - linesAfterRewrite >= Math.max(fewestLinesToRewrite, linesAfterRewrite)) {
      const rewritten = await rewrite(path, state)
      await file.close()
      ;({ file, size, lines } = rewritten)
      linesAfterRewrite = lines
    }
    const bytes = Buffer.from(added.map((line) => `${JSON.stringify(line)}\n`).join(''))
    try {
      await writeAt(file, size, bytes)
      await file.datasync()
    } catch (failure) {
      // Half a line would swallow the next one.
      await file.truncate(size)
      throw failure
    }
    size += bytes.length
    lines += added.length
  }

  return {
    write(lines) {
      if (isClosed) return Promise.reject(new Error('The journal is closed.'))
      return new Promise((resolve, reject) => {
        waiting.push({ lines, resolve, reject })
        flushing ??= flush()
      })
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await flushing
      await file.close()
    },
  }
}

/** At a place that is named: the file's own stays behind what was cut off, and the next line would stand after a hole. */
async function writeAt(file: FileHandle, place: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place + done)
    done += bytesWritten
  }
}

async function linesOf<Line>(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return ''
    throw failure
  })
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, at) => {
      try {
        return JSON.parse(line) as Line
      } catch (cause) {
        throw new Error(`Line ${at + 1} of ${path} is damaged. Restore the file, or move it away to start with an empty journal.`, {
          cause,
        })
      }
    })
}

/** Beside the old file, which it replaces once it is whole. Readable by its owner alone: plugins may keep tokens of people. */
async function rewrite<Line>(path: string, state: Journaled<Line>): Promise<{ file: FileHandle; size: number; lines: number }> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    const kept = Array.from(state.snapshot(), (line) => `${JSON.stringify(line)}\n`)
    const text = kept.join('')
    await file.appendFile(text)
    await file.sync()
    await rename(`${path}.new`, path)
    await syncFolder(dirname(path))
    return { file, size: Buffer.byteLength(text), lines: kept.length }
  } catch (failure) {
    await file.close()
    throw failure
  }
}

/** Windows opens no folder, and needs none of this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
