import type { DestinationStream } from 'pino'

/** Lines of this time are written together: for a cheap request, a write costs more than building the line. */
const longestWaitMs = 20
/** In UTF-16 code units. Processes that share a pipe do not mix their lines in writes of up to 4,096 bytes. */
const mostWaiting = 4_096
/** pino's number for warnings. */
const urgent = 40

/**
 * Returns a pino destination that writes lines together. A warning or an error is written at once, with the lines before it, because a crash
 * may follow. Lines that wait when the process exits are written then. A process loses them that is killed, aborts or runs out of memory, or that a
 * signal ends before the service handles signals.
 */
export function gatherLines(destination: { write(text: string): unknown }): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') destination.write(text)
  }
  const onTimer = () => {
    timer = undefined
    flush()
  }
  process.on('exit', flush)
  // pino sets `lastLevel` before it writes a line.
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (waiting.length + line.length > mostWaiting) flush()
      waiting += line
      if (stream.lastLevel >= urgent) flush()
      else timer ??= setTimeout(onTimer, longestWaitMs).unref()
    },
  }
  return stream
}
