import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'

/** The commands of Redis that the service uses. */
export type RedisCommands = {
  send<T>(...words: string[]): Promise<T>
  subscribe(channel: string, onPayload: (payload: string) => void): Promise<void>
}

/**
 * Redis, while it is available. It counts as lost after the first request that it does not answer in time. From then on no request waits
 * for it, and the service works without it until a new connection is open. Specification: decisions §6.
 */
export type Redis = {
  /** Undefined while Redis is lost. Never fails; the answer comes within a tenth of a second or is undefined. */
  ask<T>(question: (commands: RedisCommands) => Promise<T>): Promise<T | undefined>
  readonly isThere: boolean
  /** Registers a step to run on every new connection before it is used; a connection on which it fails is not used. */
  onOpening(prepare: (commands: RedisCommands) => Promise<unknown>): void
  /** Comes back when the first attempt to connect has ended, well or not. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Redis answers within one; a request that it lets wait is still answered soon. */
const patienceMs = 100
/** The attempt ends after that of its socket, which nothing can end before. */
const [connectMs, openingMs] = [1_000, 1_500]
/** How soon a lost one is found again, and a silent connection noticed whose other end has vanished. */
const pollEveryMs = 1_000

type Client = ReturnType<typeof clientTo>

export function createRedis({ url, clock, log }: { url: string; clock: Clock; log: Logger }): Redis {
  const preparations: Array<(commands: RedisCommands) => Promise<unknown>> = []
  let current: { client: Client; commands: RedisCommands } | undefined
  let isLossTold = false
  let stopped = true
  const poller = createPoller({ clock, log }, { name: 'redis', everyMs: pollEveryMs, poll, trouble: 'polling Redis has failed' })

  return {
    get isThere() {
      return current !== undefined
    },
    ask,
    onOpening: (prepare) => void preparations.push(prepare),
    async start() {
      stopped = false
      await open()
      poller.start()
    },
    async stop() {
      stopped = true
      const last = current
      current = undefined
      last?.client.destroy()
      await poller.stop()
    },
  }

  async function ask<T>(question: (commands: RedisCommands) => Promise<T>): Promise<T | undefined> {
    if (!current) return undefined
    const { client, commands } = current
    try {
      return await within(patienceMs, question(commands))
    } catch (error) {
      lose(client, error)
      return undefined
    }
  }

  async function poll(): Promise<void> {
    if (current) await ask((commands) => commands.send('PING'))
    else await open()
  }

  async function open(): Promise<void> {
    const client = clientTo(url)
    const commands = commandsOf(client)
    client.on('error', (error) => lose(client, error))
    try {
      await within(openingMs, prepared(client, commands))
      if (stopped) return client.destroy()
      current = { client, commands }
      log.info('connected to Redis')
      isLossTold = false
    } catch (error) {
      client.destroy()
      logLoss(error)
    }
  }

  async function prepared(client: Client, commands: RedisCommands): Promise<void> {
    await client.connect()
    for (const prepare of preparations) await prepare(commands)
  }

  /** Rejects all commands that wait for an answer on this connection. */
  function lose(client: Client, error: unknown): void {
    if (current?.client !== client) return
    current = undefined
    client.destroy()
    logLoss(error)
  }

  function logLoss(error: unknown): void {
    if (isLossTold || stopped) return
    isLossTold = true
    log.warn(
      { err: error },
      'Redis is unavailable; until it is back, each instance counts by itself and notifies the others through the database',
    )
  }
}

/** We connect anew ourselves: a client that does would keep questions for later, or send them on a connection that is not prepared. */
function clientTo(url: string) {
  const socket = { connectTimeout: connectMs, reconnectStrategy: false } as const
  return createClient({ url, socket, disableOfflineQueue: true, disableClientInfo: true, maintNotifications: 'disabled' })
}

function commandsOf(client: Client): RedisCommands {
  return {
    send: (...words) => client.sendCommand(words),
    subscribe: (channel, onPayload) => client.subscribe(channel, onPayload),
  }
}

/** Throws when the answer is late. An answer that has arrived while this process was busy is not: it is read before the verdict. */
function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), limitMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
