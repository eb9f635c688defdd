import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of `pg`'s connection that COPY needs. `pg` knows the messages of COPY, and leaves it to queries such as these to take them. */
type Connection = {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const mostWaitingBytes = 1_048_576

/**
 * The output of `copy … to stdout`, at the speed of the reader: at most a megabyte and a packet are buffered. Returns the number of rows. A
 * caller that stops reading early has to end the connection.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let rows: number | undefined
  let failure: Error | undefined
  let connection: Connection | undefined
  let wake = () => {}
  client.query({
    submit(from: unknown) {
      connection = from as Connection
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The chunk is copied: the parser fills its buffer again.
      waiting.push(Buffer.from(chunk))
      waitingBytes += chunk.length
      if (waitingBytes > mostWaitingBytes) connection?.stream.pause()
      wake()
    },
    handleCommandComplete: ({ text: said }: { text: string }) => (rows = rowsIn(said)),
    handleError(error: Error) {
      failure = error
      wake()
    },
    handleReadyForQuery: () => wake(),
  })
  for (;;) {
    if (failure) throw failure
    if (waiting.length > 0) {
      const chunk = Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
      yield chunk
      connection?.stream.resume()
    } else if (rows !== undefined) return rows
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

/** Gives `chunks` to `copy … from stdin`, as fast as the server takes them. Answers the number of rows. */
export async function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    let rows = 0
    let reason: unknown
    let isOver = false
    client.query({
      submit: (connection: unknown) => (connection as Connection).query(text),
      handleCopyInResponse(connection: Connection) {
        give(connection, chunks, () => isOver).catch((error: unknown) => {
          reason = error
          connection.sendCopyFail('what was to be loaded cannot be read')
        })
      },
      handleCommandComplete: ({ text: said }: { text: string }) => (rows = rowsIn(said)),
      handleError(error: Error) {
        isOver = true
        reject(reason ?? error)
      },
      handleReadyForQuery: () => resolve(rows),
    })
  })
}

async function give(connection: Connection, chunks: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
  for await (const chunk of chunks) {
    if (isOver()) return
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await drained(connection.stream)
  }
  connection.endCopyFrom()
}

const ends = ['drain', 'error', 'close'] as const

const drained = (stream: Duplex): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      for (const end of ends) stream.off(end, settle)
      resolve()
    }
    for (const end of ends) stream.on(end, settle)
  })

const rowsIn = (said: string): number => Number(/^COPY (\d+)$/.exec(said)?.[1] ?? 0)
