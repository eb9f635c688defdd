import { type Client, createClient } from '@tandem/client'
import { type Board, type OwnIntegration, TandemError } from '@tandem/contract'
import type { Logger } from 'pino'
import type { OwnKey } from './own-key.ts'
import type { Install } from './plugin.ts'
import type { InstallSettings, Settings } from './settings.ts'
import { traced } from './trace.ts'

/**
 * One installation as Tandem has it: read at the start, again on `integration.updated`, and every minute, for a disabled integration hears
 * nothing. A 401 means that it was removed: it ends here, for good. Specification: service §6 (integration event handling).
 */
export type Installation = {
  settings: InstallSettings
  /** Null until Tandem has told it once. */
  install: Install | null
  isActive: boolean
  isGone: boolean
  client: Pick<Client, 'call' | 'pages'>
  /** The same service, with the token of a person, or for an event that belongs to a trace. */
  as(token: string, traceparent?: string): Pick<Client, 'call' | 'pages'>
  /** Of this process alone until Tandem was reached: then those that it keeps too. */
  secret(name: string): string | undefined
  refresh(): Promise<void>
  end(): void
}

type Deps = {
  settings: Settings
  environmentSecrets: Readonly<Record<string, string>>
  key: OwnKey
  log: Logger
  onGone: () => void
  signal: AbortSignal
}

export function createInstallation(one: InstallSettings, { settings, environmentSecrets, key, log, onGone, signal }: Deps): Installation {
  const client = createClient({ url: settings.tandemUrl, token: one.token })
  let stored: ReadonlyMap<string, string> = new Map()
  let refreshing: Promise<void> | null = null
  let again = false

  async function read(): Promise<void> {
    const own = await client.call('integration.self.get', {}, { signal })
    const board = await boardOf(own)
    stored = await openSecrets(own)
    // Nothing can be changed on an archived board.
    installation.isActive = own.status !== 'disabled' && board.archivedAt === null
    installation.install = {
      name: one.name,
      integrationId: own.id,
      actorId: own.actorId,
      config: own.config,
      allow: one.allow,
      boardId: board.id,
      boardName: board.name,
      keyPrefix: board.keyPrefix,
      cardUrl: (card) => `${settings.publicUrl}/cards/${card}`,
      secret: (name) => installation.secret(name),
    }
  }

  async function boardOf({ boardId }: OwnIntegration): Promise<Board> {
    for (const archived of [false, true]) {
      const board = (await client.call('board.list', { archived }, { signal })).find(({ id }) => id === boardId)
      if (board) return board
    }
    throw new TandemError('not_found', 'The board of this integration cannot be read.', {
      reason: 'noSuch',
      params: { target: 'board' },
    })
  }

  /** Secrets that were sealed to another key, or to none, are sealed again once this key is registered. */
  async function openSecrets(own: OwnIntegration): Promise<Map<string, string>> {
    const opened = await openAll(own)
    if (opened.size === own.secrets.length) return opened
    await client.call('integration.self.key.put', key.publicJwk, { signal })
    const sealedAnew = await client.call('integration.self.get', {}, { signal })
    const openedNow = await openAll(sealedAnew)
    for (const { name } of sealedAnew.secrets)
      if (!openedNow.has(name)) log.warn({ install: one.name, name }, 'a stored secret cannot be decrypted: set it again in Tandem')
    return openedNow
  }

  async function openAll(own: OwnIntegration): Promise<Map<string, string>> {
    const opened = new Map<string, string>()
    for (const { name, jwe } of own.secrets) {
      const text = jwe === null ? null : await key.open(jwe)
      if (text !== null) opened.set(name, text)
    }
    return opened
  }

  async function refreshAll(): Promise<void> {
    try {
      do {
        again = false
        await read()
      } while (again)
    } catch (failure) {
      if (signal.aborted) return
      if (failure instanceof TandemError && failure.status === 401) installation.end()
      else log.warn({ install: one.name, err: failure }, 'the config could not be read; the previous one stays in effect')
    } finally {
      refreshing = null
    }
  }

  const installation: Installation = {
    settings: one,
    install: null,
    isActive: true,
    isGone: false,
    client,
    as: (token, traceparent) => createClient({ url: settings.tandemUrl, token, ...traced(traceparent) }),
    secret: (name) => one.secrets[name] ?? environmentSecrets[name] ?? stored.get(name),
    refresh() {
      if (installation.isGone) return Promise.resolve()
      // A change during the read is read afterwards.
      again = true
      refreshing ??= refreshAll()
      return refreshing
    },
    end() {
      if (installation.isGone) return
      installation.isGone = true
      const why = installation.install === null ? 'the token is not valid, or the integration was removed' : 'the integration was removed'
      log.info({ install: one.name }, `Tandem answers 401: ${why}, and this install stops`)
      onGone()
    },
  }
  return installation
}
