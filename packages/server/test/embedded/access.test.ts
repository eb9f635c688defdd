import { spawn } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { findRunning } from '../../src/db/embedded/running.ts'
import { isRoot, whyNotRoot } from './fixture/accounts.ts'
import { query } from './fixture/query.ts'
import { initialisedDataDir, pgdataOf } from './fixture/scratch.ts'

/** Connects as the superuser, by the protocol alone: the libraries need not be readable to that account. */
const knock = `
  const words = Buffer.from('user\\0tandem\\0database\\0tandem\\0\\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + words.length, 0)
  head.writeInt32BE(196608, 4)
  const socket = require('node:net').connect(process.argv[1], () => socket.write(Buffer.concat([head, words])))
  socket.once('data', (answer) => { console.log(answer.toString('latin1', 0, 1), answer.toString('latin1')); process.exit() })
  socket.once('error', (error) => { console.log(error.code); process.exit() })
`

/** The first answer of the server: R = accepted, E = refused. */
async function knockAs(account: { uid: number; gid: number } | null, host: string): Promise<string> {
  const child = spawn(process.execPath, ['-e', knock, join(host, '.s.PGSQL.5432')], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

/** A folder as earlier releases made it. */
async function oldDataDir(): Promise<string> {
  const dataDir = await initialisedDataDir()
  await writeFile(join(pgdataOf(dataDir), 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
  return dataDir
}

test.each([
  ['a new data directory', initialisedDataDir],
  ['one of an older release, whose pg_hba.conf trusts everybody', oldDataDir],
])(
  '%s: the server knows its callers by their account alone',
  { meta: { proves: ['ops.embedded.own-account'] } },
  async (_, makeDataDir) => {
    const dataDir = await makeDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    const rules = await query(server.connection, 'SELECT type, auth_method, user_name, error FROM pg_hba_file_rules')
    expect(rules).toEqual([{ type: 'local', auth_method: 'peer', user_name: ['tandem'], error: null }])
    expect(await knockAs(null, server.connection.host)).toMatch(/^R/)
    const beside = await findRunning(dataDir)
    expect(beside && (await query(beside, 'SELECT 1 AS one'))).toEqual([{ one: 1 }])
    await server.stop()
  },
)

test('a process of the account that the server runs under is refused where the service is root (F108)', async ({ skip }) => {
  skip(!isRoot, whyNotRoot)
  for (const makeDataDir of [initialisedDataDir, oldDataDir]) {
    const dataDir = await makeDataDir()
    const server = await startEmbeddedPostgres({ dataDir })
    const { uid, gid } = await stat(pgdataOf(dataDir))
    expect(uid).not.toBe(0)
    expect(await knockAs({ uid, gid }, server.connection.host)).toMatch(/^E.*28000/s)
    await server.stop()
  }
})

test('no other user of the database is let in (F108)', { meta: { proves: ['ops.embedded.own-account'] } }, async () => {
  const server = await startEmbeddedPostgres({ dataDir: await initialisedDataDir() })
  await query(server.connection, 'CREATE ROLE other LOGIN')
  await expect(query({ ...server.connection, user: 'other' }, 'SELECT 1')).rejects.toMatchObject({ code: '28000' })
  await server.stop()
})
