import pg from 'pg'
import type { ConnectionTarget } from '../database.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { NoServer, ServerFailure, serverFailureIn } from './failures.ts'

/** The servers of a target, tried in turn as libpq does. All connections of a process go to the same one for as long as it takes them. */
export type Servers = {
  /** A client that connects to the current server. One that fails to makes the next server the current one. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
  /**
   * Runs `attempt`, which connects such a client, until a server takes it. Throws NoServer when none does, or when `longestMs` have passed
   * after an attempt.
   */
  inTurn<T>(attempt: () => Promise<T>, longestMs?: number): Promise<T>
}

type Server = { name: string; config: pg.ClientConfig }

const known = new WeakMap<ConnectionTarget, Servers>()

/** The same servers for the same object, so that pool, listener and monitors of a process follow each other. */
export function serversOf(target: ConnectionTarget): Servers {
  const before = known.get(target)
  if (before) return before
  const servers = createServers(target)
  known.set(target, servers)
  return servers
}

/** Connects a client of its own; its errors between queries are ignored unless the caller listens for them. */
export function connectClient(target: ConnectionTarget, config: pg.ClientConfig): Promise<pg.Client> {
  const servers = serversOf(target)
  return servers.inTurn(async () => {
    const client = new servers.Client(config)
    await client.connect()
    return client
  })
}

/**
 * After an error of a client that stays open: one that got no answer is ended, whose server is gone or stands still. Its 'end' has another one
 * made.
 */
export function endIfSilent(client: pg.Client | undefined, error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) void client?.end().catch(() => {})
}

function createServers(target: ConnectionTarget): Servers {
  const { servers, mustBeOff } = placesOf(target)
  const isOnlyOne = servers.length === 1 && mustBeOff.length === 0
  let current = 0
  return { Client: clientClass(takeServer, mustBeOff), inTurn }

  function takeServer(): { server: Server; failed(error: Error): Error } {
    const taken = current
    const server = servers[taken]
    if (!server) throw new Error('a target has at least one server')
    return {
      server,
      failed(error) {
        if (isOnlyOne || !concernsServer(error)) return error
        // Others may have failed there at the same time, and moved on already.
        if (current === taken) current = (taken + 1) % servers.length
        return new ServerFailure(server.name, error)
      },
    }
  }

  async function inTurn<T>(attempt: () => Promise<T>, longestMs = Infinity): Promise<T> {
    const beganMs = performance.now()
    const failures: ServerFailure[] = []
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const failure = serverFailureIn(error)
        if (!failure) throw error
        failures.push(failure)
        if (failures.length >= servers.length || performance.now() - beganMs > longestMs) throw new NoServer(failures)
      }
    }
  }
}

function placesOf(target: ConnectionTarget): { servers: readonly Server[]; mustBeOff: readonly string[] } {
  if (!('connectionString' in target)) return { servers: [{ name: target.host, config: target }], mustBeOff: [] }
  const { servers, mustBeOff } = parseDatabaseUrl(target.connectionString)
  return { servers: servers.map(({ name, connectionString }) => ({ name, config: { connectionString } })), mustBeOff }
}

/** A class, since the pool makes its clients by `new`. */
function clientClass(takeServer: () => { server: Server; failed(error: Error): Error }, mustBeOff: readonly string[]): Servers['Client'] {
  return class extends pg.Client {
    readonly #failed: (error: Error) => Error
    readonly #reported = new Map<string, string>()

    constructor(config?: pg.ClientConfig) {
      const { server, failed } = takeServer()
      super({ ...config, ...server.config })
      this.#failed = failed
      // The pool listens once it has the client. A failure before that is reported by connect, and one afterwards by the query that waits.
      this.on('error', () => {})
      // PostgreSQL reports the parameters that matter here with its answer to the start of a connection: that takes no round trip.
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) =>
        this.#reported.set(parameterName, parameterValue),
      )
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> | void {
      const connected = this.#connect()
      if (!callback) return connected
      const answer = callback as (error: Error | null, client?: pg.Client) => void
      connected.then(
        () => answer(null, this),
        (error: Error) => answer(error),
      )
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect()
        for (const parameter of mustBeOff) await this.#refuseOn(parameter)
        return this
      } catch (error) {
        void this.end().catch(() => {})
        throw this.#failed(error as Error)
      }
    }

    /** A pooler in between may keep the parameters to itself: then they are asked for. */
    async #refuseOn(parameter: string): Promise<void> {
      const value = this.#reported.get(parameter) ?? (await this.query(`show ${parameter}`)).rows[0]?.[parameter]
      if (value === 'on') throw new Error(`it takes no writes (${parameter} is on)`)
    }
  }
}

type ParameterStatus = { parameterName: string; parameterValue: string }

/** The states of a server that starts or stops. After any other refusal, such as of a password, other servers are not asked: as libpq does. */
const concernsServer = (error: Error): boolean => !(error instanceof pg.DatabaseError) || (error.code ?? '').startsWith('57P')
