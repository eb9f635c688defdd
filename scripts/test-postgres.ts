import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded/index.ts'

/**
 * Runs the suite on an existing PostgreSQL server: `npm run test:postgres -- [postgres://user@host/postgres] [FILTER…]`. The role must be
 * allowed to create databases. Without a URL a server is started for the run and handed over by its URL like any other. Filters choose the
 * test files whose path contains one of them.
 */
const given = process.argv.slice(2)
const isUrl = (argument: string): boolean => /^postgres(ql)?:\/\//.test(argument)
const url = given.find(isUrl) ?? process.env.TEST_DATABASE_URL
const filters = given.filter((argument) => !isUrl(argument))
process.exitCode = url ? runSuite(url) : await onServerOfOurs(runSuite)

function runSuite(databaseUrl: string): number {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...filters, '--exclude', 'packages/server/test/embedded/**'],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    },
  )
  return status ?? 1
}

async function onServerOfOurs(run: (databaseUrl: string) => number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-own-'))
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const { host, port, user } = server.connection
  try {
    return run(`postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
