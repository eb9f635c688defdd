import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * The fault of a connection: `swallow` = both ends stay open and no more bytes arrive, for good, since lost bytes cannot be continued;
 * `corrupt answers` = one bit of every chunk from the target is changed; `reset on answer` = the target has received the request, and its
 * first answer resets the connection.
 */
export type Fault = 'none' | 'swallow' | 'corrupt answers' | 'reset on answer' | { delayMs: number }

/** A TCP server on loopback that passes all bytes on to a target, until a fault is set. */
export type FaultProxy = {
  port: number
  /** Sets the fault, for open connections too. */
  set(fault: Fault): void
  /** Resets every connection that is open. */
  cut(): void
  /** The number of open connections. */
  open(): number
  /** The number of connections since the start. */
  accepted(): number
  stop(): Promise<void>
}

type Pair = { near: Socket; far: Socket; lost: boolean }

/** `target` is a port, or a path of a unix socket. */
export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let fault: Fault = 'none'
  let accepted = 0

  const server = createServer({ allowHalfOpen: true }, (near) => {
    accepted += 1
    const pair: Pair = { near, far: connect({ ...target, allowHalfOpen: true }), lost: fault === 'swallow' }
    pairs.add(pair)
    join(pair, near, pair.far, false)
    join(pair, pair.far, near, true)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next
      if (next === 'swallow') for (const pair of pairs) pair.lost = true
    },
    cut() {
      for (const pair of pairs) reset(pair)
    },
    open: () => pairs.size,
    accepted: () => accepted,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const pair of pairs) reset(pair)
      await closed
    },
  }

  function join(pair: Pair, from: Socket, to: Socket, isAnswer: boolean): void {
    from.on('error', () => {})
    from.on('data', (chunk: Buffer) => passOn(pair, to, chunk, isAnswer))
    from.on('end', () => {
      if (!pair.lost) later(() => to.end())
      else if (!isAnswer) reset(pair)
    })
    from.on('close', (failed) => {
      pairs.delete(pair)
      // The near end of a lost connection keeps waiting, also when the far end closes.
      if (pair.lost ? !isAnswer : failed) to.destroy()
    })
  }

  function passOn(pair: Pair, to: Socket, chunk: Buffer, isAnswer: boolean): void {
    if (pair.lost) return
    if (isAnswer && fault === 'reset on answer') return reset(pair)
    if (isAnswer && fault === 'corrupt answers') chunk[0] = (chunk[0] ?? 0) ^ 0x01
    later(() => {
      if (to.writable && !pair.lost) to.write(chunk)
    })
  }

  function later(act: () => void): void {
    if (typeof fault === 'object') setTimeout(act, fault.delayMs)
    else act()
  }
}

function reset({ near, far }: Pair): void {
  near.resetAndDestroy()
  far.destroy()
}
