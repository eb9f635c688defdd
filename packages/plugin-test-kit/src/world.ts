import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Activity } from '@tandem/contract'
import { type Plugin, type RunningPlugin, type StartOptions, startPlugin } from '@tandem/plugin-kit'
import type { Answer, Person } from './caller.ts'
import { freePort, type InstalledPlugin, installPlugin, pluginEnvironment } from './installed.ts'
import { killPluginProcesses } from './plugin-process.ts'
import type { Tandem } from './tandem.ts'

/** A Tandem, a double of a provider, and the plugin between them, installed on boards. */
export type PluginWorld<Who extends Person = Person> = {
  tandem: Tandem<Who>
  /** Admin of the boards. */
  ada: Who
  boards: InstalledPlugin[]
  environment: Record<string, string>
  plugin: RunningPlugin
  /** The address for the provider's events; with a name, that of one install. */
  url(name?: string): string
  /** Resolves once everything that the plugin accepted has been processed. */
  idle(): Promise<void>
  /** The state of each install. */
  states(): string[]
  /** The plugin's integration on a board, by default the first. */
  integration(board?: InstalledPlugin): Integration
  /** On the first board by default. */
  card(title?: string, board?: InstalledPlugin): Promise<WorldCard>
  cards(count: number): Promise<WorldCard[]>
  /** The list that a card is in. */
  listOf(cardId: string): Promise<string>
  /** Oldest first. */
  activity(cardId: string): Promise<Activity[]>
  /** The verbs of a card that the plugin caused, oldest first. */
  verbs(cardId: string): Promise<string[]>
  /** Those of them that a code host reports. */
  reported(cardId: string): Promise<string[]>
  links(cardId: string): Promise<Record<string, unknown>[]>
  /** How many links each of the cards has. */
  linkCounts(cards: readonly WorldCard[]): Promise<number[]>
  /** Stops the plugin and starts it again, with another environment if one is given. */
  restart(change?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export type WorldCard = { id: string; key: string }

/** An integration as the admin of its board sees it. */
export type Integration = {
  change(change: { config?: Record<string, unknown>; status?: 'active' | 'disabled' }): Promise<Answer>
  keep(secrets: Record<string, string>): Promise<Answer>
  uninstall(): Promise<Answer>
}

export type WorldBoard = {
  name: string
  keyPrefix: string
  allow?: string[]
  /** By the lists of the board, which are those of the template kanban. */
  config: (lists: InstalledPlugin['lists']) => Record<string, unknown>
}

export type PluginWorldOptions<Event, Who extends Person> = {
  tandem: Tandem<Who>
  /** Stopped with the world. */
  provider: { stop(): Promise<void> }
  create: (environment: StartOptions['environment']) => Plugin<Event>
  boards: readonly WorldBoard[]
  /** The variables that the plugin's own README names. */
  environment: Record<string, string>
  start?: Pick<StartOptions, 'refreshEveryMs' | 'log'>
}

/** Short delays, because no provider and no Tandem is really unavailable. */
export const testRetry = { firstDelayMs: 20, longestDelayMs: 200 }

/** Throws the failure of the install or of the plugin's start, after stopping service and provider. */
export async function startPluginWorld<Event, Who extends Person>(options: PluginWorldOptions<Event, Who>): Promise<PluginWorld<Who>> {
  return openWorld(options).catch(async (error: unknown) => {
    await Promise.all([options.tandem.stop(), options.provider.stop()])
    throw error
  })
}

async function openWorld<Event, Who extends Person>(options: PluginWorldOptions<Event, Who>): Promise<PluginWorld<Who>> {
  const { tandem, provider, create } = options
  const [ada, port] = [await tandem.register('Ada'), await freePort()]
  const pluginUrl = `http://127.0.0.1:${port}`
  const { type, inbound } = create(options.environment).manifest
  const boards: (InstalledPlugin & { allow?: string[] })[] = []
  for (const { allow, ...board } of options.boards)
    boards.push({ ...(await installPlugin(ada, { type, pluginUrl, ...board })), ...(allow && { allow }) })
  const { environment, remove } = await pluginEnvironment(tandem, boards, { port, ...options.environment })
  const start = () => startPlugin(create(environment), { environment, retry: testRetry, ...options.start })
  const plugin = await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })

  const world: PluginWorld<Who> = {
    tandem,
    ada,
    boards,
    environment,
    plugin,
    url: (name) => `${pluginUrl}${inbound.path}${name === undefined ? '' : `/${name}`}`,
    idle: () => idle(environment),
    states: () => world.plugin.state().installs.map(({ state }) => state),
    integration(board = boards[0]) {
      const path = `/api/boards/${board?.boardId}/integrations/${board?.integrationId}`
      return {
        change: (change) => ada.patch(path, change),
        keep: (secrets) => ada.put(`${path}/secrets`, secrets),
        uninstall: () => ada.delete(path),
      }
    },
    async card(title = 'A card', board = boards[0]) {
      const made = await ada.post(`/api/lists/${board?.lists[0]?.id}/cards`, { title })
      return { id: made.body.id, key: made.body.key }
    },
    async cards(count) {
      const made = []
      for (let at = 0; at < count; at++) made.push(await world.card())
      return made
    },
    async listOf(cardId) {
      return (await ada.get(`/api/cards/${cardId}`)).body.card.listId
    },
    async activity(cardId) {
      return (await ada.get(`/api/cards/${cardId}/activity?limit=200`)).body.reverse()
    },
    async verbs(cardId) {
      const actorIds = boards.map(({ actorId }) => actorId)
      return (await world.activity(cardId)).filter(({ actorId }) => actorIds.includes(actorId)).map(({ verb }) => verb)
    },
    async reported(cardId) {
      return (await world.verbs(cardId)).filter((verb) => verb.startsWith('vcs.'))
    },
    async links(cardId) {
      return (await ada.get(`/api/cards/${cardId}`)).body.card.links
    },
    linkCounts: (cards) => Promise.all(cards.map(async ({ id }) => (await world.links(id)).length)),
    async restart(change = {}) {
      await world.plugin.stop()
      Object.assign(environment, change)
      world.plugin = await start()
    },
    async stop() {
      killPluginProcesses()
      await world.plugin.stop()
      await Promise.all([tandem.stop(), provider.stop(), remove()])
    },
  }
  return world
}

/** The lists between which a code host moves cards: the second and the third. */
export const codeHostLists = (lists: InstalledPlugin['lists']) => ({ inProgressListId: lists[1]?.id, doneListId: lists[2]?.id })

const longestIdleMs = 60_000

/** Waits until a plugin has acted on all that it took, by its journal: also of another process. Throws when it does not come to that. */
export async function idle({ STATE_DIR = '' }: Readonly<Record<string, string>>): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 10) {
    const waiting = waitingIn(await readFile(join(STATE_DIR, 'journal.ndjson'), 'utf8'))
    if (waiting === 0) return
    if (waitedMs >= longestIdleMs) throw new Error(`${waiting} events wait`)
    await wait(10)
  }
}

/** The last line may be under way. */
function waitingIn(journal: string): number {
  const waiting = new Set<string>()
  for (const text of journal.split('\n').slice(0, -1)) {
    const line = JSON.parse(text) as { taken?: { key: string }; acted?: string }
    if (line.taken) waiting.add(line.taken.key)
    if (line.acted !== undefined) waiting.delete(line.acted)
  }
  return waiting.size
}
