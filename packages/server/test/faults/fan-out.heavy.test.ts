import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { brokenInvariants } from '../../src/administration/invariants.ts'
import { freshDatabase, urlOf } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { freePort, startTandem } from './rig/tandem.ts'

const people = 12

/** Each person has three reasons for a notification: they are mentioned, assigned and watching. */
test('a service that is killed while it notifies people notifies all of them or none, and once after a retry (F31)', async () => {
  const { address, drop } = await freshDatabase()
  const INTEGRATION_SECRET_KEY = randomBytes(32).toString('hex')
  const other = await startTestService({ address, environment: { INTEGRATION_SECRET_KEY } })
  const lock = new pg.Client(address)
  await lock.connect()
  try {
    const ada = await other.register('Ada')
    const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    const cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })).body.id
    const members = await Promise.all(Array.from({ length: people }, (_, n) => other.register(`Person ${n}`)))
    for (const { actorId } of members) await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' })
    await ada.patch(`/api/cards/${cardId}`, { assigneeActorIds: members.map((member) => member.actorId) })
    for (const member of members) await member.put(`/api/cards/${cardId}/watch`)
    const environment = { DATABASE_URL: urlOf(address), INTEGRATION_SECRET_KEY, PORT: String(await freePort()) }
    const tandem = startTandem(environment)
    await tandem.ready()

    const comment = { body: members.map((member) => `@${member.handle}`).join(' '), clientMutationId: 'told' }
    const headers = { 'content-type': 'application/json', cookie: ada.cookie ?? '' }
    const told = () =>
      lock.query('select a.id, n.actor_id from activities a left join notifications n on n.activity_id = a.id where a.verb = $1', [
        'comment.added',
      ])
    await lock.query('begin; lock table notifications in share mode')
    const lost = fetch(`${tandem.url}/api/cards/${cardId}/comments`, { method: 'POST', headers, body: JSON.stringify(comment) }).catch(
      () => 'lost',
    )
    // The activity is written; the notifications are not.
    await until(async () => (await other.database.pool.query(waiting)).rowCount)
    tandem.kill('SIGKILL')
    expect(await lost).toBe('lost')
    await tandem.ended
    await lock.query('commit')
    // A race: the transaction may end with its client, or still commit.
    await until(async () => (await other.database.pool.query(unfinished)).rowCount === 0)
    expect([0, people]).toContain((await told()).rowCount)

    expect((await ada.post(`/api/cards/${cardId}/comments`, comment)).status).toBe(201)
    const rows = (await told()).rows
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect(rows.map((row) => row.actor_id).toSorted()).toEqual(members.map((member) => member.actorId).toSorted())
    expect(await brokenInvariants(lock)).toEqual([])
  } finally {
    await lock.end()
    await other.stop()
    await drop()
  }
})

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%notifications%'`
const unfinished = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`
