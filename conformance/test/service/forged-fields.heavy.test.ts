import { catalogue, type OperationName, type OperationSpec } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actable, makeReady } from '../../src/acts.ts'
import { startWorld, type World } from '../../src/world.ts'

/** Fields that no caller may set, with values that appear nowhere else (F63). */
const [id, time, word, number] = ['0f0f0f0f-0000-7000-8000-0f0f0f0f0f0f', '2001-02-03T04:05:06.789Z', 'forged-by-hand', 471_147_114]
const forged: Record<string, unknown> = {
  id,
  boardId: id,
  cardId: id,
  actorId: id,
  createdBy: id,
  ownerActorId: id,
  createdByActorId: id,
  initiatorActorId: id,
  delegatedByActorId: id,
  doneByActorId: id,
  seq: number,
  number,
  version: number,
  sizeBytes: number,
  consecutiveFailures: number,
  createdAt: time,
  updatedAt: time,
  doneAt: time,
  editedAt: time,
  deletedAt: time,
  endedAt: time,
  readAt: time,
  deactivatedAt: time,
  rank: word,
  key: word,
  secret: word,
  token: word,
  hash: word,
  state: word,
  trigger: { type: word },
  role: 'admin',
  scopes: ['admin'],
  isInstanceAdmin: true,
  origin: { integrationId: id },
  password_hash: word,
}
const marks = [id, '2001-02-03', word, String(number)]

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())

/** Forms with more parts are refused. */
const mostOfForm = 6

/** All forged fields, except those that the operation's own input has. */
function extrasFor(name: OperationName): Record<string, unknown> {
  const { input, body } = catalogue[name] as OperationSpec
  const extras = Object.entries(forged).filter(([key]) => !Object.hasOwn(input.shape, key))
  return Object.fromEntries(body === 'multipart' ? extras.slice(0, mostOfForm) : extras)
}

/** The tables with a row that contains a forged value. */
async function keptIn(): Promise<string[]> {
  const { pool } = world.tandem.database
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const kept: string[] = []
  for (const { name } of rows) {
    const found = await pool.query(`select 1 from "${name}" t where t::text like any ($1) limit 1`, [marks.map((mark) => `%${mark}%`)])
    if (found.rowCount) kept.push(name)
  }
  return kept
}

const roles = `select a.id, a.is_instance_admin, array_agg(distinct m.role order by m.role) as roles
  from actors a left join members m on m.actor_id = a.id where a.id = any ($1) group by a.id order by a.id`

/** Every other parameter is a secret of that name. */
const takesAnyKey = (name: OperationName) => (catalogue[name] as OperationSpec).secretInput === true

test.each(actable.filter((name) => !takesAnyKey(name)))(
  '%s takes nothing of what a caller may not set, and does what it was asked for (F63)',
  async (name) => {
    const act = await makeReady(world, name)
    const answer = await act.send(extrasFor(name))
    expect(answer).toMatchObject({ ok: true })
    for (const mark of marks) expect(JSON.stringify(answer)).not.toContain(mark)
  },
)

test('and nothing of it is kept anywhere, nor is anybody more than they were (F63)', async () => {
  expect(await keptIn()).toEqual([])
  const { ada, eve, robo } = world
  const { rows } = await world.tandem.database.pool.query(roles, [[ada.actorId, eve.actorId, robo.actorId]])
  expect(rows).toEqual([
    { id: ada.actorId, is_instance_admin: true, roles: ['admin'] },
    { id: eve.actorId, is_instance_admin: false, roles: [null] },
    { id: robo.actorId, is_instance_admin: false, roles: ['member'] },
  ])
})
