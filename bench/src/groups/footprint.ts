import type { Client } from 'pg'
import { type Figure, figure } from '../figures.ts'
import { drive, type Pace } from '../measure.ts'
import { proportionalMiB, residentMiB } from '../processes/resources.ts'
import type { Rig } from '../rig.ts'
import { changes, inLedger, onDisk, sizing } from '../sizing.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'

const mebibyte = 2 ** 20
const callers = 8

/** The memory and disk of an unused service, and of some changes. It needs a service of its own. */
export const footprintGroup: Group = async (rig, pace) => {
  const { postmasterPid } = rig.postgres
  const database = () => (postmasterPid === null ? null : proportionalMiB(postmasterPid))
  const atRest = [
    figure(sizing.serviceAtRest, residentMiB(rig.sides.tandem.pid), 'MiB'),
    figure(sizing.databaseAtRest, database(), 'MiB'),
    figure(sizing.emptyOnDisk, (await serverBytes(rig)) / mebibyte, 'MiB'),
  ]
  const board = await rig.world.board('Footprint', [20, 20, 20])
  const left: Figure[] = []
  for (const kind of changes) left.push(...(await leftBy(rig, pace, { kind, board })))
  return {
    readings: [],
    figures: [...atRest, figure(sizing.databaseInUse, database(), 'MiB'), ...left],
    notes: ['Sizes on disk are those of tables and indexes without free space in them (vacuum full).'],
  }
}

async function leftBy(rig: Rig, pace: Pace, { kind, board }: { kind: (typeof changes)[number]; board: BenchBoard }): Promise<Figure[]> {
  const before = await packedBytes(rig.database)
  const seconds = pace.seconds * pace.rounds
  const { operations, errors } = await drive(rig, { on: 'tandem', callers }, { kind, boards: [board] }, { seconds, firstTurn: 0 })
  if (Object.keys(errors).length > 0) throw new Error(`${kind}: ${Object.keys(errors).join(', ')}`)
  const after = await packedBytes(rig.database)
  const ofThousand = (bytes: number) => (bytes / Math.max(1, operations)) * (1_000 / mebibyte)
  return [
    figure(onDisk(kind), ofThousand(after.forGood - before.forGood), 'MiB'),
    figure(inLedger(kind), ofThousand(after.ledger - before.ledger), 'MiB'),
  ]
}

async function packedBytes(database: Client): Promise<{ forGood: number; ledger: number }> {
  await database.query('vacuum full')
  const { rows } = await database.query<{ ledger: number; all: number }>(
    `select coalesce(sum(pg_total_relation_size(oid)) filter (where relname = 'ledger'), 0)::float8 as ledger,
       coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as all
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const { ledger, all } = rows[0] ?? { ledger: 0, all: 0 }
  return { forGood: all - ledger, ledger }
}

/** The processes of the server, without those of the reference. */
async function serverBytes({ database, sides }: Rig): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select ((select sum(pg_database_size(oid)) from pg_database where datname <> $1)
       + (select coalesce(sum(size), 0) from pg_ls_waldir()))::float8 as bytes`,
    [sides.reference.database],
  )
  return rows[0]?.bytes ?? 0
}
