import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { databaseOn, onServer, type ServerAddress } from './database.ts'
import { fastestPlace } from './fastest-place.ts'
import { fillWithPreparedData } from './prepared-data.ts'

/** The server of a run, and the migrated database in it of which each test gets a copy. */
type RunServer = { server: ServerAddress; template: string; stop(): Promise<void> }

/** One PostgreSQL for the run: that of TEST_DATABASE_URL, else an embedded one in a folder of its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const { server, template, stop } = url ? await serverAt(url) : await embeddedServer()
  project.provide('postgres', { server, template })
  return stop
}

async function serverAt(connectionString: string): Promise<RunServer> {
  const server = { connectionString }
  const template = `tandem_template_${process.pid}`
  await makeTemplate(server, template)
  return { server, template, stop: async () => void (await onServer(server, `drop database if exists "${template}" with (force)`)) }
}

async function embeddedServer(): Promise<RunServer> {
  const template = 'tandem_template'
  const dataDir = await mkdtemp(join(await fastestPlace(), 'tandem-test-'))
  await fillWithPreparedData(dataDir, async (empty) => {
    const postgres = await start(empty)
    await makeTemplate(postgres.connection, template)
    await postgres.stop()
  })
  const postgres = await start(dataDir)
  return {
    server: postgres.connection,
    template,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const start = (dataDir: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })

async function makeTemplate(server: ServerAddress, name: string): Promise<void> {
  await onServer(server, `create database "${name}"`)
  const client = new pg.Client(databaseOn(server, name))
  await client.connect()
  await migrate(client)
  await client.end()
}
