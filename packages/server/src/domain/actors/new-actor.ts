import { randomInt } from 'node:crypto'
import { refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { insertInto, returning } from '../../db/writes.ts'

/** A row with a unique handle, for registration and for new agents. Specification: decisions §2. */
export type NewActor = Pick<
  ActorRow,
  'id' | 'kind' | 'name' | 'email' | 'canBeDelegated' | 'canBeMentioned' | 'ownerActorId' | 'passwordHash' | 'isInstanceAdmin'
> & { timezone?: string | undefined }

const longestHandle = 39
/** A derived handle may collide with one being written at this moment: after two collisions numbers are drawn instead of counted. */
const tries = 5
const countedTries = 2

const takenHandles = sql<{ handle: string }>('select handle from actors where handle = any ($1::text[])')

const insertActorRow = insertInto(
  actors,
  [
    'id',
    'kind',
    'name',
    'handle',
    'email',
    'canBeDelegated',
    'canBeMentioned',
    'ownerActorId',
    'passwordHash',
    'isInstanceAdmin',
    'createdAt',
    'timezone',
  ],
  'on conflict (handle) do nothing returning *',
  returning<ActorRow>(),
)

/** Inserts an actor under the handle given, or under one derived from its name. Throws conflict when the given one is taken. */
export async function insertActor(act: Reader & { now: string }, actor: NewActor, wanted: string | undefined): Promise<ActorRow> {
  for (let tried = 0; tried < tries; tried++) {
    const handle = await freeHandle(act, wanted === undefined ? handlesFor(actor, tried < countedTries) : [wanted])
    const row = handle && (await insertUnder(act, actor, handle))
    if (row) return row
    if (wanted !== undefined) break
  }
  throw handleTaken(wanted ?? actor.name)
}

function handleTaken(handle: string): TandemError {
  return refusal('handleTaken', { name: handle }, { details: { handle } })
}

export async function refuseTakenHandle(reader: Reader, handle: string): Promise<void> {
  if (!(await freeHandle(reader, [handle]))) throw handleTaken(handle)
}

async function freeHandle(reader: Reader, candidates: readonly string[]): Promise<string | undefined> {
  const taken = new Set((await reader.rows(takenHandles, [candidates])).map((row) => row.handle))
  return candidates.find((handle) => !taken.has(handle))
}

function insertUnder(act: Reader & { now: string }, actor: NewActor, handle: string): Promise<ActorRow | undefined> {
  return act.row(insertActorRow({ ...actor, handle, createdAt: act.now, timezone: actor.timezone ?? 'UTC' }))
}

/** `Ada Lovelace` → ada-lovelace, ada-lovelace-2, … ada-lovelace-20, and then three random ones. */
function handlesFor({ name, kind }: NewActor, counted: boolean): string[] {
  const stem = stemOf(name) || (kind === 'agent' ? 'agent' : 'someone')
  const drawn = Array.from({ length: 3 }, () => numbered(stem, randomInt(1e6, 1e7)))
  if (!counted) return drawn
  return [stem, ...Array.from({ length: 19 }, (_, at) => numbered(stem, at + 2)), ...drawn]
}

function numbered(stem: string, number: number): string {
  const suffix = `-${number}`
  return stem.slice(0, longestHandle - suffix.length).replace(/-+$/, '') + suffix
}

function stemOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longestHandle)
    .replace(/-+$/, '')
}
