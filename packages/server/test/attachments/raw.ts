import { connect, type Socket } from 'node:net'

/** A multipart body as bytes, to be broken at will. */
export const boundary = 'x-boundary-x'

export const part = (headers: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`, 'latin1'), Buffer.from(body), Buffer.from('\r\n')])

export const filePart = (body: Buffer | string, name = 'file', filename = 'a.txt'): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/plain`, body)

export const fieldPart = (name: string, value: string): Buffer => part(`Content-Disposition: form-data; name="${name}"`, value)

export const end = Buffer.from(`--${boundary}--\r\n`)

export type Exchange = { status: number; body: any }

/** Sends `head`, then chunks until the answer arrives or `chunks` ends. Resolves with the answer. */
export async function sendChunks(url: string, head: readonly string[], chunks: Iterable<Buffer>): Promise<Exchange> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  const received: Buffer[] = []
  let answered = false
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    answered = true
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const chunk of chunks) {
    if (answered || socket.destroyed) break
    await write(socket, chunk)
  }
  while (!isWhole(Buffer.concat(received).toString()) && !socket.destroyed) await Promise.race([closed, nextData(socket)])
  socket.destroy()
  return answerIn(Buffer.concat(received).toString())
}

export const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

function write(socket: Socket, bytes: Buffer): Promise<unknown> {
  const closed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  socket.once('close', closed.resolve)
  socket.write(bytes, () => written.resolve())
  return Promise.race([closed.promise, written.promise]).finally(() => socket.off('close', closed.resolve))
}

const nextData = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('data', () => resolve()))

function isWhole(received: string): boolean {
  const [head = '', body] = received.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)
}

function answerIn(received: string): Exchange {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const isJson = /content-type: application\/json/i.test(head)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), body: isJson ? JSON.parse(body) : null }
}
