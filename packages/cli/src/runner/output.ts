import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/**
 * The output of a command, read from the file that it is written to. Whole lines, with secrets removed; output beyond the limit is left out
 * and counted.
 */
export type Output = {
  /** The lines since the last call. */
  read(): Promise<string[]>
  /** The last line if it has no end yet, for use after the command has ended. */
  rest(): string[]
  /** The offset of the next line, in bytes. */
  readonly offset: number
  /** Bytes that were skipped because output came faster than it was read. */
  readonly leftOut: number
}

const mostAtOnce = 1024 * 1024
/** In bytes: beyond the first limit the file is emptied when all of it has been read, beyond the second in any case. */
const [muchOnDisk, mostOnDisk] = [16 * mostAtOnce, 256 * mostAtOnce]
const mostBefore = 16 * 1024
const longestLine = 2_000

type Reading = {
  redact: (text: string) => string
  /** The shown lines for a printed one. */
  translate?: ((line: string) => string[]) | undefined
}

export function openOutput(path: string, { from, ...reading }: Reading & { from: number }): Output {
  let [offset, leftOut, partial] = [from, 0, Buffer.alloc(0)]
  const shown = (line: Buffer): string[] => shownLines(line, reading)

  return {
    get offset() {
      return offset - partial.length
    },
    get leftOut() {
      return leftOut
    },
    rest() {
      const lines = shown(partial)
      partial = Buffer.alloc(0)
      return lines
    },
    async read() {
      const fresh = await readFresh()
      const whole = Buffer.concat([partial, fresh])
      const end = whole.lastIndexOf(10)
      // A line without end is cut.
      const cut = end < 0 && whole.length > mostAtOnce ? whole.length : end + 1
      partial = whole.subarray(cut)
      if (offset > muchOnDisk && partial.length === 0) beginAnew()
      return linesOf(whole.subarray(0, cut)).flatMap(shown)
    },
  }

  async function readFresh(): Promise<Buffer> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!file) return Buffer.alloc(0)
    try {
      const { size } = await file.stat()
      // Emptied by an earlier runner that was killed before it had recorded that.
      if (size < offset) offset = 0
      if (size - offset > 4 * mostAtOnce) skipTo(size - mostAtOnce)
      const buffer = Buffer.alloc(Math.max(0, Math.min(mostAtOnce, size - offset)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset)
      offset += bytesRead
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  function skipTo(next: number): void {
    leftOut += next - offset + partial.length
    partial = Buffer.alloc(0)
    offset = next
  }

  /** The command appends, so it continues at the new end. Output between read and cut is lost, so there is no await in between. */
  function beginAnew(): void {
    const file = openSync(path, 'r+')
    try {
      const unread = fstatSync(file).size - offset
      if (unread > 0 && offset < mostOnDisk) return
      ftruncateSync(file, 0)
      leftOut += unread
      offset = 0
    } finally {
      closeSync(file)
    }
  }
}

/** The last lines that an earlier runner has read already. */
export async function linesBefore(path: string, end: number, reading: Reading): Promise<string[]> {
  const from = Math.max(0, end - mostBefore)
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(end - from)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
    // The first one may lack its beginning.
    const lines = linesOf(buffer.subarray(0, bytesRead)).slice(from === 0 ? 0 : 1)
    return lines.flatMap((line) => shownLines(line, reading))
  } finally {
    await file.close()
  }
}

/** Passes output that an earlier runner has read through a reader, for its sums. */
export async function readBefore(path: string, end: number, { read }: { read: (line: string) => unknown }): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, { end: end - 1 }), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) read(line)
}

/** Translated before it is cut, because half a JSON object is invalid. */
function shownLines(line: Buffer, { redact, translate = (whole) => [whole] }: Reading): string[] {
  return translate(line.toString('utf8'))
    .map((text) => shorten(redact(text)))
    .filter(Boolean)
}

/** A cut within an emoji would leave invalid text. */
const shorten = (line: string): string => line.slice(0, longestLine).toWellFormed().trimEnd()

function linesOf(text: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(10, from)
    lines.push(text.subarray(from, end < 0 ? text.length : end))
    from = end < 0 ? text.length : end + 1
  }
  return lines
}
