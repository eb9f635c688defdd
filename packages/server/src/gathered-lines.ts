import type { DestinationStream } from 'pino'

/** A write for each line costs a cheap request more than the line itself, so lines of this time are written together. */
const longestWaitMs = 20
const mostWaiting = 16_384
/** A warning. */
const urgent = 40

/**
 * Hands lines on together. A warning or an error is handed on at once, with the lines before it: a crash may follow. What waits when the
 * process exits is handed on then. Only a process that is killed, or that runs out of memory, loses lines of the last moment.
 */
export function gatherLines(destination: { write(text: string): unknown }): DestinationStream {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const handOn = () => {
    const text = waiting
    waiting = ''
    if (text !== '') destination.write(text)
  }
  const onTimer = () => {
    timer = undefined
    handOn()
  }
  process.on('exit', handOn)
  // pino notes the level of a line before it writes it.
  const stream = {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      waiting += line
      if (stream.lastLevel >= urgent || waiting.length >= mostWaiting) handOn()
      else timer ??= setTimeout(onTimer, longestWaitMs).unref()
    },
  }
  return stream
}
