import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from './caller.ts'
import type { Tandem } from './tandem.ts'

/** A board on which a plugin is installed, and what its operator then knows. */
export type InstalledPlugin = {
  /** The name of the install, a part of its address. */
  name: string
  boardId: string
  keyPrefix: string
  lists: { id: string; name: string }[]
  integrationId: string
  actorId: string
  token: string
  signingSecret: string
}

export type InstallOptions = {
  type: string
  /** The address on which the plugin will listen. */
  pluginUrl: string
  name?: string
  /** An existing board; a new one by default. */
  boardId?: string
  keyPrefix?: string
  /** By the lists of the board, which are those of the template kanban. */
  config?: (lists: InstalledPlugin['lists']) => Record<string, unknown>
  secrets?: Record<string, string>
}

/** Installs as an admin of the board. Throws with the text of a refusal. */
export async function installPlugin(admin: Caller, options: InstallOptions): Promise<InstalledPlugin> {
  const { type, pluginUrl, name = 'default', boardId, config = () => ({}), secrets } = options
  const tree = (await admin.get(`/api/boards/${boardId ?? (await makeBoard(admin, options))}`)).body
  const answer = await admin.post(`/api/boards/${tree.id}/integrations`, {
    type,
    inboundUrl: `${pluginUrl}/tandem/${name}`,
    config: config(tree.lists),
  })
  if (answer.status !== 201) throw new Error(`the install was refused: ${JSON.stringify(answer.body)}`)
  const { integration, token, signingSecret } = answer.body
  if (secrets) await admin.put(`/api/boards/${tree.id}/integrations/${integration.id}/secrets`, secrets)
  return {
    name,
    boardId: tree.id,
    keyPrefix: tree.keyPrefix,
    lists: tree.lists,
    token,
    signingSecret,
    integrationId: integration.id,
    actorId: integration.actorId,
  }
}

async function makeBoard(admin: Caller, { name = 'default', keyPrefix }: InstallOptions): Promise<string> {
  const made = await admin.post('/api/boards', { name: `Board ${name}`, template: 'kanban', ...(keyPrefix && { keyPrefix }) })
  return made.body.id
}

/** The environment of a plugin for installs, with a state folder of its own that `remove` deletes. */
export async function pluginEnvironment(
  tandem: Pick<Tandem, 'url'>,
  installs: readonly (InstalledPlugin & { allow?: string[] })[],
  { port, ...more }: { port: number } & Record<string, string | number>,
): Promise<{ environment: Record<string, string>; remove: () => Promise<void> }> {
  const stateDir = await mkdtemp(join(tmpdir(), 'tandem-plugin-'))
  const listed = installs.map(({ name, token, signingSecret, allow }) => ({ name, token, signingSecret, allow }))
  const environment = {
    TANDEM_URL: tandem.url,
    TANDEM_INSTALLS: JSON.stringify(listed),
    STATE_DIR: stateDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, String(value)])),
  }
  return { environment, remove: () => rm(stateDir, { recursive: true, force: true }) }
}

/** Below the ephemeral ports (Linux: from 32768 on): the system could assign one of those to another process before the plugin listens. */
const ports = { lowest: 20_000, count: 12_000 }

/** One that was free a moment ago: a plugin's address is a part of its install, so it is chosen before the plugin runs. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(ports.lowest + Math.floor(Math.random() * ports.count), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
