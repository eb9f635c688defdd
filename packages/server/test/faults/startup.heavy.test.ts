import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, readdir, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { accountNamed, isRoot, whyNotRoot } from '../embedded/fixture/accounts.ts'
import { processesIn, uidOf } from '../embedded/fixture/processes.ts'
import { initialisedDataDir, pgdataOf, scratchFolder } from '../embedded/fixture/scratch.ts'
import { databaseOn, freshDatabase, onServer, type ServerAddress, urlOf } from '../kit/database.ts'
import { ask, isAnswer, succeeded } from './rig/ask.ts'
import { onDatabase, serverOf, wasShutDownCleanly } from './rig/postgres.ts'
import { freePort, startTandem, type Tandem } from './rig/tandem.ts'

const registration = (name: string) => ({ name, email: `${name}@example.com`, password: 'correct horse battery' })

/** Whether the service takes a write. */
async function serves(tandem: Tandem, name: string): Promise<boolean> {
  return succeeded(await ask(tandem.url, { method: 'POST', path: '/api/auth/register', body: registration(name) }))
}

/** Waits for the end of a service that must not start, and returns its output. */
async function refusalOf(tandem: Tandem): Promise<string> {
  expect(await tandem.ended).toEqual({ code: 1, signal: null })
  expect(tandem.output()).toMatch(/^Tandem could not start: /m)
  expect(tandem.output()).not.toContain('    at ')
  return tandem.output()
}

const whyNoPrivilegedPort = isRoot ? (mayAnyoneListenOn(1) ? 'here anyone may listen on port 1' : null) : whyNotRoot

/** Linux lets a container lower the bound; elsewhere it is 1024. */
function mayAnyoneListenOn(port: number): boolean {
  const bound = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
  return existsSync(bound) && Number(readFileSync(bound, 'utf8')) <= port
}

const onPort = async (environment: Record<string, string>) => ({ ...environment, PORT: String(await freePort()) })

const listeners: Server[] = []

/** Another server on the port: it accepts connections and sends nothing. */
async function listenSilently(): Promise<number> {
  const listener = createServer((socket) => void socket.on('error', () => {}).unref())
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  listeners.push(listener)
  return (listener.address() as AddressInfo).port
}

afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close()
})

describe('on a directory', () => {
  test('a first start on one that does not exist serves, and says which release it is and that it lives', async () => {
    const tandem = startTandem(await onPort({ DATA_DIR: join(await scratchFolder(), 'new', 'data') }))
    await tandem.ready()
    expect(await serves(tandem, 'ada')).toBe(true)
    const [version, live] = await Promise.all(['/api/version', '/health/live'].map((path) => ask(tandem.url, { method: 'GET', path })))
    expect(version).toMatchObject({ status: 200, body: { name: 'tandem', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } })
    expect(live).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('a second service on the same one is refused with advice, and the first serves on', async () => {
    const dataDir = await initialisedDataDir()
    const first = startTandem(await onPort({ DATA_DIR: dataDir }))
    await first.ready()
    const server = await serverOf(dataDir)
    const second = startTandem(await onPort({ DATA_DIR: dataDir }))
    expect(await refusalOf(second)).toMatch(/is in use by another PostgreSQL server.*DATA_DIR.*DATABASE_URL/s)
    expect(await serves(first, 'ada')).toBe(true)
    expect((await serverOf(dataDir))?.pid).toBe(server?.pid)
  })

  test('an ordinary user needs no root, and PostgreSQL runs as that user', async () => {
    const account = isRoot ? accountNamed('nobody') : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
    const home = await scratchFolder()
    const dataDir = join(home, 'data')
    await mkdir(dataDir)
    await Promise.all([home, dataDir].map((folder) => chown(folder, account.uid, account.gid)))
    const tandem = startTandem(await onPort({ DATA_DIR: dataDir, HOME: home }), account)
    await tandem.ready()
    expect(await serves(tandem, 'ada')).toBe(true)
    expect(await uidOf((await serverOf(dataDir))?.pid ?? 0)).toBe(account.uid)
    tandem.kill('SIGTERM')
    expect(await tandem.ended).toEqual({ code: 0, signal: null })
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
  })
})

describe('a start that cannot be', () => {
  test('the port is in use: the message names it, and the database is stopped again', async () => {
    const dataDir = await initialisedDataDir()
    const port = await listenSilently()
    expect(await refusalOf(startTandem({ DATA_DIR: dataDir, PORT: String(port) }))).toContain(`port ${port} on 127.0.0.1 is in use`)
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
    expect(await wasShutDownCleanly(dataDir)).toBe(true)
  })

  test.each([
    ['HOST', 'an address of another machine', '192.0.2.1', /HOST 192\.0\.2\.1 is not an address of this machine\. Set HOST/],
    ['HOST', 'an unknown name', 'tandem.invalid', /HOST tandem\.invalid cannot be resolved.* Set HOST/],
  ])('%s is %s', async (name, _, value, message) => {
    const fresh = await freshDatabase()
    expect(await refusalOf(startTandem({ ...(await onPort(reaching(urlOf(fresh.address)))), [name]: value }))).toMatch(message)
    await fresh.drop()
  })

  test('PORT is one for administrators, for an ordinary user', async ({ skip }) => {
    skip(whyNoPrivilegedPort !== null, whyNoPrivilegedPort ?? '')
    const home = await scratchFolder()
    const nobody = accountNamed('nobody')
    await chown(home, nobody.uid, nobody.gid)
    const tandem = startTandem({ DATA_DIR: join(home, 'data'), HOME: home, PORT: '1' }, nobody)
    expect(await refusalOf(tandem)).toMatch(/is not allowed to listen on port 1 .*below 1024.* Set PORT/)
  })

  test('an option that it does not know: the hint is --help, and nothing is touched', async () => {
    const folder = await scratchFolder()
    for (const option of ['--port=4000', 'serve']) {
      const tandem = startTandem({ DATA_DIR: join(folder, 'data') }, { args: [option] })
      expect(await refusalOf(tandem)).toMatch(new RegExp(`unknown option ${option}\\..*--help`))
    }
    expect(await readdir(folder)).toEqual([])
  })

  test('DATA_DIR points to nothing', async () => {
    const dataDir = join(await scratchFolder(), 'data')
    await symlink('nowhere', dataDir)
    const said = await refusalOf(startTandem(await onPort({ DATA_DIR: dataDir })))
    expect(said).toMatch(/data points to a place that does not exist\. Create it, or set DATA_DIR/)
  })

  test.each(['zzz', '10.0.0.0/33', '-1', '10.0.0.1,,10.0.0.2', '::1/0'])('TRUST_PROXY is %s: the variable is named', (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^ {2}TRUST_PROXY: must be true, false,/m)
  })

  test.each(['true', 'false', '2', '10.0.0.1', 'loopback, 10.0.0.0/8,fd00::/8'])('TRUST_PROXY may be %s', (value) => {
    expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value)
  })

  test('bad values: one line for each, and nothing is touched (F128)', { meta: { proves: ['config.start.says-what-to-do'] } }, async () => {
    const folder = await scratchFolder()
    const bad = { PORT: 'eighty', SESSION_STALE_MINUTES: '-1', RATE_LIMIT_TOKEN: 'fast', DATABASE_URL: 'mysql://localhost/tandem' }
    const said = await refusalOf(startTandem({ DATA_DIR: join(folder, 'data'), ...bad }))
    for (const name of Object.keys(bad)) expect(said.match(new RegExp(`^  ${name}: .+`, 'gm'))).toHaveLength(1)
    expect(said.match(/^ {2}[A-Z_]+: /gm)).toHaveLength(Object.keys(bad).length)
    expect(await readdir(folder)).toEqual([])
  })

  test('DATABASE_URL refuses connections', async () => {
    const tandem = startTandem({ ...(await onPort({})), ...reaching(`postgres://tandem@127.0.0.1:${await freePort()}/tandem`) })
    expect(await refusalOf(tandem)).toMatch(/the database cannot be reached: .*ECONNREFUSED.*Check DATABASE_URL/)
  })

  test('what listens at DATABASE_URL does not answer', async () => {
    const tandem = startTandem({ ...(await onPort({})), ...reaching(`postgres://tandem@127.0.0.1:${await listenSilently()}/tandem`) })
    expect(await refusalOf(tandem)).toMatch(/the database cannot be reached: .*Check DATABASE_URL/)
  })

  test('DATABASE_URL names a database that is not there: the statement that makes it is given', async () => {
    const { server } = inject('postgres')
    const url = urlOf(databaseOn(server, 'tandem_absent'))
    const tandem = startTandem({ ...(await onPort({})), ...reaching(url) })
    expect(await refusalOf(tandem)).toMatch(
      /DATABASE_URL reported: .*"tandem_absent" does not exist.*CREATE DATABASE "tandem_absent" OWNER/,
    )
  })

  test('the database belongs to another user: the statement that hands it over is given (F128)', {
    meta: { proves: ['config.start.says-what-to-do'] },
  }, async () => {
    const { server } = inject('postgres')
    const fresh = `tandem_foreign_${randomBytes(4).toString('hex')}`
    await onServer(server, `create database "${fresh}"`)
    await onServer(server, `create role "${fresh}"`)
    try {
      const url = new URL(urlOf(databaseOn(server, fresh)))
      url.searchParams.set('options', `-c role=${fresh}`)
      const tandem = startTandem({ ...(await onPort({})), ...reaching(url.href) })
      expect(await refusalOf(tandem)).toMatch(/permission denied for schema public\..*ALTER DATABASE .* OWNER TO/)
    } finally {
      await onServer(server, `drop database "${fresh}" with (force)`)
      await onServer(server, `drop role "${fresh}"`)
    }
  })

  test('the file system of DATA_DIR does not answer: the start ends, and says what to look at (F128)', async ({ skip }) => {
    const dataDir = await scratchFolder()
    await mkdir(pgdataOf(dataDir))
    // Opening a pipe waits for the other end, like opening a file on a network share whose server is down.
    const made = spawnSync('mkfifo', [join(pgdataOf(dataDir), 'PG_VERSION')])
    skip(made.status !== 0, 'mkfifo(1) is not installed')
    expect(await refusalOf(startTandem({ DATA_DIR: dataDir }))).toMatch(/data directory .* does not respond.*network share.*set DATA_DIR/)
  })

  test('the disk of DATA_DIR is full: the message says so (F128)', async ({ skip }) => {
    const disk = await scratchFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=755', 'tmpfs', disk])
    skip(mounted.status !== 0, 'only root can mount a small disk, and not in every container')
    try {
      const dataDir = join(disk, 'data')
      const said = await refusalOf(startTandem({ DATA_DIR: dataDir }))
      expect(said).toMatch(/The disk of DATA_DIR \(.*\) is full\. Free up space, or set DATA_DIR/)
      expect(await readdir(dataDir)).toEqual([])
    } finally {
      spawnSync('umount', [disk])
    }
  })

  test('a variable that is nearly one of ours is named, with the one that is meant (F128)', {
    meta: { proves: ['config.start.says-what-to-do'] },
  }, async () => {
    const tandem = startTandem({
      ...(await onPort({ DATA_DIR: join(await scratchFolder(), 'data') })),
      DATBASE_URL: 'postgres://db/tandem',
    })
    await tandem.ready()
    expect(tandem.output()).toContain('DATBASE_URL is not a setting of Tandem. Did you mean DATABASE_URL?')
    expect(tandem.output()).not.toContain('postgres://db')
  })

  test('a database of its own without a key to seal with: nothing is made in it', async () => {
    const { server } = inject('postgres')
    const name = `tandem_keyless_${randomBytes(4).toString('hex')}`
    await onServer(server, `create database "${name}"`)
    try {
      const address = databaseOn(server, name)
      const tandem = startTandem({ ...(await onPort({})), ...reaching(urlOf(address)), INTEGRATION_SECRET_KEY: '' })
      expect(await refusalOf(tandem)).toMatch(/INTEGRATION_SECRET_KEY is required.*openssl/)
      const tables = `select tablename from pg_tables where schemaname = 'public'`
      expect((await onDatabase(address, (client) => client.query(tables))).rows).toEqual([])
    } finally {
      await onServer(server, `drop database "${name}" with (force)`)
    }
  })
})

test('--help prints every variable and ends with 0', async () => {
  const help = startTandem({}, { args: ['--help'] })
  expect(await help.ended).toEqual({ code: 0, signal: null })
  for (const name of Object.keys(readConfig({}))) expect(help.output()).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
})

describe('migrations', () => {
  test('two services that start at once on one empty database both come up, on a schema that was made once', async () => {
    const { server } = inject('postgres')
    const name = `tandem_empty_${randomBytes(4).toString('hex')}`
    await onServer(server, `create database "${name}"`)
    try {
      const environment = reaching(urlOf(databaseOn(server, name)))
      const services = [startTandem(await onPort(environment)), startTandem(await onPort(environment))]
      await Promise.all(services.map((tandem) => tandem.ready()))
      expect(await Promise.all(services.map((tandem, at) => serves(tandem, `person-${at}`)))).toEqual([true, true])
      for (const tandem of services) tandem.kill('SIGTERM')
      expect((await Promise.all(services.map((tandem) => tandem.ended))).map(({ code }) => code)).toEqual([0, 0])
    } finally {
      await onServer(server, `drop database "${name}" with (force)`)
    }
  })

  test.each([
    [
      'an applied one that was edited since',
      `update migrations set checksum = 'edited'`,
      /another version of Tandem\. Start that version, or set DATA_DIR.*differs from the one that this database ran/,
    ],
    [
      'one of a newer release',
      `insert into migrations values ('9999_later.sql', 'x', now())`,
      /migrated by a newer release of Tandem \(9999_later\.sql\)/,
    ],
  ])('%s: refused, nothing is changed', async (_, breach, message) => {
    const fresh = await freshDatabase()
    try {
      await onDatabase(fresh.address, (client) => client.query(breach))
      const before = await migrationsOf(fresh.address)
      expect(await refusalOf(startTandem(await onPort(reaching(urlOf(fresh.address)))))).toMatch(message)
      expect(await migrationsOf(fresh.address)).toEqual(before)
    } finally {
      await fresh.drop()
    }
  })

  test('a schema that lacks one of ours: alive, not ready', async () => {
    const fresh = await freshDatabase()
    try {
      const tandem = startTandem(await onPort(reaching(urlOf(fresh.address))))
      await tandem.ready()
      await onDatabase(fresh.address, (client) => client.query('delete from migrations'))
      const [live, ready] = await Promise.all(
        ['live', 'ready'].map((which) => ask(tandem.url, { method: 'GET', path: `/health/${which}` })),
      )
      expect([live, ready].map((outcome) => outcome && isAnswer(outcome) && outcome.status)).toEqual([200, 503])
      tandem.kill('SIGTERM')
      await tandem.ended
    } finally {
      await fresh.drop()
    }
  })
})

const migrationsOf = (address: ServerAddress) =>
  onDatabase(address, async (client) => (await client.query('select * from migrations order by name')).rows)

function reaching(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
}
