import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { databaseOn, onServer, type ServerAddress } from './database.ts'
import { fastestPlace } from './fastest-place.ts'

const template = `tandem_template_${process.pid}`

/** One PostgreSQL for the run: that of TEST_DATABASE_URL, else an embedded one in a folder of its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await serverOfRun()
  await onServer(server, `create database "${template}"`)
  const client = new pg.Client(databaseOn(server, template))
  await client.connect()
  await migrate(client)
  await client.end()
  project.provide('postgres', { server, template })
  return async () => {
    await onServer(server, `drop database if exists "${template}" with (force)`)
    await stop()
  }
}

async function serverOfRun(): Promise<{ server: ServerAddress; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }
  const dataDir = await mkdtemp(join(await fastestPlace(), 'tandem-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  return {
    server: postgres.connection,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
