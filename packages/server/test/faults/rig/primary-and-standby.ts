import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { until } from '../../embedded/fixture/until.ts'
import { folderForServers, newServer, type PackagedPostgres, standbyOf, user } from './packaged-postgres.ts'
import { onDatabase } from './postgres.ts'
import { freePort } from './tandem.ts'

/** A primary and a standby that confirms each commit, on two ports that stay the same. */
export type Pair = {
  environment: { DATABASE_URL: string; INTEGRATION_SECRET_KEY: string }
  /** The server that takes writes. */
  target(): PackagedPostgres['target']
  /** Kills the primary while it waits for the standby to confirm commits that never reach it. Some write must be under way. */
  killPrimary(): Promise<void>
  /** From now on the primary answers nothing, and ends nothing. */
  freezePrimary(): Promise<void>
  /** Makes the standby the primary; resolves when it takes writes. */
  promote(): Promise<void>
  /** Kills the former primary, if it was only frozen. */
  killFormer(): Promise<void>
  /** Makes a standby of the primary, in place of the server that was killed; resolves when commits wait for it. */
  addStandby(): Promise<void>
  remove(): Promise<void>
}

export async function primaryAndStandby(): Promise<Pair> {
  const folder = await folderForServers()
  const ports = [await freePort(), await freePort()] as const
  let primary = await newServer(folder, ports[0])
  await primary.start()
  let standby: PackagedPostgres | null = null
  let former: PackagedPostgres | null = null
  const pair: Pair = {
    environment: {
      DATABASE_URL: `postgres://${user}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
      INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    target: () => primary.target,
    async killPrimary() {
      if (!standby) throw new Error('there is no standby')
      const receiver = await receiverOf(standby)
      process.kill(receiver, 'SIGSTOP')
      await onDatabase(primary.target, (client) => until('a commit to wait for the standby', () => commitWaits(client)))
      await primary.kill()
      // It ends before it reads the rest of the stream.
      process.kill(receiver, 'SIGTERM')
      process.kill(receiver, 'SIGCONT')
    },
    freezePrimary: () => primary.freeze(),
    async promote() {
      if (!standby) throw new Error('there is no standby')
      await onDatabase(standby.target, (client) => client.query('select pg_promote()'))
      former = primary
      primary = standby
      standby = null
    },
    killFormer: async () => former?.kill(),
    async addStandby() {
      standby = await standbyOf(primary, folder, ports[primary.port === ports[0] ? 1 : 0])
      await standby.start()
      await waitForStandby(primary)
    },
    async remove() {
      await primary.kill()
      await standby?.kill()
      await former?.kill()
      await rm(folder, { recursive: true })
    },
  }
  await pair.addStandby()
  return pair
}

/** From now on a commit is acknowledged when the standby has it on disk, too. */
async function waitForStandby(primary: PackagedPostgres): Promise<void> {
  await onDatabase(primary.target, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await until('commits to wait for the standby', async () => {
      const { rows } = await client.query<{ state: string }>('select sync_state as state from pg_stat_replication')
      return rows[0]?.state === 'sync'
    })
  })
}

/** The process of a standby that receives from its primary. */
function receiverOf(standby: PackagedPostgres): Promise<number> {
  return onDatabase(standby.target, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_wal_receiver')
    const [receiver] = rows
    if (!receiver) throw new Error('the standby receives nothing')
    return receiver.pid
  })
}

async function commitWaits(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
  return (rowCount ?? 0) > 0
}
