import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { GiveUp, RetryLater } from './failures.ts'
import { holdFolder } from './folder.ts'
import { createInbox, defaultInboxRetry, type Inbox, type InboxRetry } from './inbox.ts'
import { createInstallation, type Installation } from './installation.ts'
import { openJournal } from './journal.ts'
import { createLog } from './log.ts'
import { createMemory, type Entry, type MemoryLine, storeOf } from './memory.ts'
import { loadOwnKey } from './own-key.ts'
import type { Context, Install, Plugin } from './plugin.ts'
import { boardActivity, createReceiver, isEcho, type PluginState, stateOf } from './receiver.ts'
import { type Environment, readSettings, type Settings } from './settings.ts'
import { traceIdOf } from './trace.ts'

export type RunningPlugin = {
  /** The address on which it listens. */
  url: string
  /** The installs and the waiting events. Also logged after each change. */
  state(): PluginState
  /** Resolves once every install was removed: there is nothing left to do. */
  ended: Promise<void>
  /** Finishes the events in progress; waiting events are processed after the next start. */
  stop(): Promise<void>
}

export type StartOptions = {
  environment: Environment
  now?: () => number
  retry?: Partial<InboxRetry>
  /** How often the config is read without being told to; 60 s when absent. */
  refreshEveryMs?: number
  log?: Logger
}

const standardRefreshMs = 60_000

/**
 * Starts a plugin for all installs in the environment. Throws an Error that names the invalid setting. It listens even while Tandem is
 * unavailable: events of the provider are stored then. Specification: service §6, decisions §5.
 */
export async function startPlugin<Event>(plugin: Plugin<Event>, options: StartOptions): Promise<RunningPlugin> {
  const settings = readSettings(options.environment)
  const letGo = await holdFolder(settings.stateDir)
  try {
    const running = await startWith(settings, plugin, options)
    return { ...running, stop: () => running.stop().then(letGo) }
  } catch (failure) {
    await letGo()
    throw failure
  }
}

async function startWith<Event>(settings: Settings, plugin: Plugin<Event>, options: StartOptions): Promise<RunningPlugin> {
  const { environment, now = Date.now } = options
  const log = options.log ?? createLog(settings.logLevel, plugin.manifest.type)
  const key = await loadOwnKey(settings.stateDir)
  const memory = createMemory(now)
  const journal = await openJournal<MemoryLine>(join(settings.stateDir, 'journal.ndjson'), memory)
  const write = (lines: MemoryLine[]) => journal.write(lines)
  const stopping = new AbortController()
  const ended = Promise.withResolvers<void>()

  const installations = new Map<string, Installation>()
  const onGone = (name: string) => {
    inbox.drop(name).catch((failure: unknown) => log.error({ err: failure }, 'the journal cannot be written'))
    if ([...installations.values()].every(({ isGone }) => isGone)) ended.resolve()
  }
  const environmentSecrets = secretsIn(environment, plugin.environmentSecrets)
  for (const one of settings.installs) {
    const deps = { settings, environmentSecrets, key, log, onGone: () => onGone(one.name), signal: stopping.signal }
    installations.set(one.name, createInstallation(one, deps))
  }

  async function act(entry: Entry): Promise<void> {
    const installation = installations.get(entry.install)
    if (installation?.isGone) return
    if (!installation) throw new GiveUp('This process no longer has the install.')
    if (!installation.install) await installation.refresh()
    await actOn(
      plugin,
      entry,
      installation,
      (install): Context => ({
        install,
        tandem: clientFor(installation, entry),
        signal: stopping.signal,
        as: (token) => installation.as(token, entry.traceparent),
        traceparent: entry.traceparent,
        mutationId: (step) => mutationId(entry, step),
        store: storeOf(entry.install, memory, write, now),
        log: log.child({ install: entry.install, eventId: entry.eventId, ...traceIdOf(entry.traceparent) }),
      }),
    )
  }
  const inbox: Inbox = createInbox({
    memory,
    write,
    act,
    now,
    log,
    retry: { ...defaultInboxRetry, ...options.retry },
    onGone: (name) => installations.get(name)?.end(),
  })

  const app = createReceiver({ plugin, installations, inbox, now, log })
  async function stop(): Promise<void> {
    await app.close()
    stopping.abort()
    await inbox.stop()
    await journal.close()
  }
  const { host, port: wanted } = settings
  await app.listen({ host, port: wanted }).catch(async (cause: NodeJS.ErrnoException) => {
    await stop()
    throw new Error(`HOST, PORT: ${host}:${wanted} cannot be used (${cause.code}). Choose a free one.`, { cause })
  })
  const refreshAll = () => Promise.all(Array.from(installations.values(), (installation) => installation.refresh()))
  await refreshAll()
  if ([...installations.values()].every(({ isGone }) => isGone)) {
    await stop()
    throw new Error(unknownTokens([...installations.keys()]))
  }
  const state = () => stateOf({ installations, inbox })
  let logged = ''
  function tellState(): void {
    const now = JSON.stringify(state())
    if (now !== logged) log.info(state(), 'the state of the plugin')
    logged = now
  }
  tellState()
  const timer = setInterval(() => void refreshAll().then(tellState), options.refreshEveryMs ?? standardRefreshMs)
  const { port } = app.server.address() as AddressInfo
  const url = `http://${host}:${port}`
  log.info({ url, installs: [...installations.keys()] }, 'the plugin is ready')

  return {
    url,
    state,
    ended: ended.promise,
    async stop() {
      clearInterval(timer)
      await stop()
    },
  }
}

function clientFor({ client, as, settings }: Installation, { traceparent }: Entry): Context['tandem'] {
  return traceparent === undefined ? client : as(settings.token, traceparent)
}

const unknownTokens = (names: readonly string[]): string =>
  `Tandem does not know the token of ${names.join(', ')}: it is not the one that the installation returned, or the integration was removed. Install it again.`

async function actOn<Event>(
  plugin: Plugin<Event>,
  entry: Entry,
  { install, isActive }: Installation,
  contextOf: (install: Install) => Context,
): Promise<void> {
  if (!install) throw new RetryLater('Tandem could not be reached yet.')
  // Disabled, it hears nothing, of either side.
  if (!isActive) return
  if (entry.source === 'board') {
    const activity = boardActivity.parse(entry.event)
    if (!isEcho(activity, { install })) await plugin.onBoardEvent?.(activity, contextOf(install))
    return
  }
  const event = plugin.provider.event.safeParse(entry.event)
  if (!event.success) throw new GiveUp('An earlier version accepted this event, and this version cannot read it.')
  if (plugin.provider.isFor(event.data, install)) await plugin.onProviderEvent(event.data, contextOf(install))
}

/** Of the sender's id and nothing local: the same after a restart, with a new state folder, and under another name of the install. */
function mutationId({ source, eventId }: Entry, step: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([source, eventId, step]))
    .digest('base64url')
  return `plugin-${hash}`
}

function secretsIn(environment: Environment, names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([secret, variable]) => {
      const value = environment[variable]
      return value === undefined || value === '' ? [] : [[secret, value]]
    }),
  )
}
