import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { claim } from '../../src/workers/deliveries/claim.ts'
import { mostRowsRead, planOf } from '../kit/pages-read.ts'
import { reportingReader, type SentStatement } from '../kit/sent-statements.ts'
import { type HookedBoard, hookedBoard } from './fixture/hooked-board.ts'

const webhooks = 20
const each = 16

/** Adds subscriptions like that of the board, and deliveries to each. */
async function withDeliveries({ boardId, webhook }: HookedBoard, client: pg.Client, perWebhook: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into webhooks select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid()))).* from webhooks w, generate_series(1, $2)
    where w.id = $1 returning id`,
    [webhook.id, webhooks],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at)
    select gen_random_uuid(), id, $1, seq, 'pending', now() - interval '1 minute', now() from unnest($2::uuid[]) id, generate_series(1, $3::int) seq`,
    [boardId, ids, perWebhook],
  )
  return ids
}

/** The statement of a claim that takes as much as it may of each of these subscriptions. */
async function claimOf({ tandem }: HookedBoard, ids: readonly string[]): Promise<SentStatement> {
  const sent: SentStatement[] = []
  const database = Object.assign(Object.create(tandem.database), {
    rows: reportingReader({ rows: async () => [], row: async () => undefined }, (statement) => sent.push(statement)).rows,
  })
  await claim(database, { underWay: [], known: ids.map((webhookId) => ({ webhookId, pace: 'fast' as const, each })) }, Date.now())
  const [statement] = sent
  if (!statement) throw new Error('no claim was sent')
  return statement
}

test('a claim reads by the index when outdated statistics say that most deliveries are pending', async () => {
  const board = await hookedBoard()
  await board.tandem.service.workers.stop()
  const client = new pg.Client(board.tandem.address)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('alter table deliveries set (autovacuum_enabled = off)')
  const sent = await withDeliveries(board, client, 2_000)
  const due = await withDeliveries(board, client, 500)
  await client.query('analyze deliveries')
  const statement = await claimOf(board, due)
  await client.query(`update deliveries set state = 'delivered', finished_at = now() where webhook_id = any ($1)`, [sent])
  const plan = await planOf(client, statement)
  expect(plan['Actual Rows']).toBe(webhooks * each)
  expect(mostRowsRead(plan, 'deliveries')).toBeLessThan(2 * webhooks * each)
})
