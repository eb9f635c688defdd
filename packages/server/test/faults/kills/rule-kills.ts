import { createClient } from '@tandem/client'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { brokenInvariants } from '../../../src/administration/invariants.ts'
import { until } from '../../embedded/fixture/until.ts'
import { type OwnPostgres, onDatabase, ownPostgres } from '../rig/postgres.ts'
import { freePort, startTandem } from '../rig/tandem.ts'

export type Scale = { cards: number; kills: number; patienceMs: number }
export type RuleReport = { cards: number; kills: number; runs: number; seconds: number; wrongs: string[] }

const writers = 4
/** The kill comes before more than this share of the runs of a round is done. */
const latestKill = 0.8

/** SIGKILLs the service while rules run, one of which another sets off: each runs once for each activity, in the order of the log. */
export async function killRules({ cards, kills, patienceMs }: Scale): Promise<RuleReport> {
  const beganMs = performance.now()
  const postgres = await ownPostgres()
  await postgres.start()
  onTestFinished(() => postgres.remove())
  const environment = { ...postgres.environment, PORT: String(await freePort()) }
  let tandem = startTandem(environment)
  await tandem.ready()
  const board = await ruledBoard(tandem.url)
  const runsDone = () => runsIn(postgres)

  for (let kill = 0; kill < kills; kill++) {
    const count = Math.ceil((cards * (kill + 1)) / kills) - Math.ceil((cards * kill) / kills)
    const goal = (await runsDone()) + Math.floor(Math.random() * latestKill * count * board.rules)
    const adding = board.addCards(count)
    await until('some of the rules to run', async () => (await runsDone()) >= goal, patienceMs)
    if (tandem.hasEnded()) throw new Error(`the service ended by itself: ${tandem.output()}`)
    tandem.kill('SIGKILL')
    await tandem.ended
    tandem = startTandem(environment)
    await adding
  }
  const expected = cards * board.rules
  await until('every rule to have run', async () => (await runsDone()) >= expected, patienceMs).catch((error: Error) =>
    process.stdout.write(`${error.message}\n`),
  )
  const wrongs = await onDatabase(postgres.target, (client) => wrongRuns(client, cards))
  const runs = await runsDone()
  if (runs !== expected) wrongs.push(`${runs} runs instead of ${expected}`)
  const report = { cards, kills, runs, seconds: Math.round((performance.now() - beganMs) / 1_000), wrongs }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return report
}

function runsIn(postgres: OwnPostgres): Promise<number> {
  return onDatabase(postgres.target, async (client) => {
    const { rows } = await client.query<{ runs: number }>('select count(*)::int as runs from rule_runs')
    return rows[0]?.runs ?? 0
  })
}

/** Each statement returns one row per fault; `$1` = the created cards. */
const wrong = {
  'was not done': `select id from rule_runs where state <> 'done'`,
  'ran another number of times than there are cards': `select rule_id as id from rule_runs group by rule_id
    having count(*) <> $1 or count(distinct activity_id) <> $1`,
  'ran out of the order of the log': `select id from (
    select r.id, a.seq, lag(a.seq) over (partition by r.rule_id order by r.first_seq) as before
    from rule_runs r join activities a on a.id = r.activity_id) o where before >= seq`,
  'has not one comment, one item and the priority that the rules give': `select c.id from cards c
    where (select count(*) from comments m where m.card_id = c.id and m.body = 'Saw ' || c.title) <> 1
      or c.comment_count <> 1 or c.checklist_total <> 1 or c.priority <> 'high'`,
  'is told twice, or for no run': `select a.id from activities a where a.verb = 'rule.run'
    and (select count(*) from rule_runs r where r.id::text = a.payload ->> 'runId') <> 1`,
  'was made another number of times': `select b.id from boards b where (select count(*) from cards c where c.board_id = b.id) <> $1`,
} as const

async function wrongRuns(client: pg.Client, cards: number): Promise<string[]> {
  const wrongs = await brokenInvariants(client)
  for (const [what, statement] of Object.entries(wrong)) {
    const { rows } = await client.query<{ id: string }>(statement, statement.includes('$1') ? [cards] : [])
    if (rows.length > 0) wrongs.push(`${rows.length} × ${what}: ${rows[0]?.id}`)
  }
  return wrongs
}

/** A board with three rules, the last of which is triggered by the first. Its callers send a request again when no service answers. */
async function ruledBoard(url: string) {
  const client = createClient({ url, retry: { attempts: 1_000, firstDelayMs: 20, longestDelayMs: 200 } })
  await client.call('auth.register', { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' })
  const { id: boardId } = await client.call('board.create', { name: 'Engine', template: 'kanban' })
  const listId = (await client.call('board.tree', { boardId })).lists[0]?.id ?? ''
  const actions = [
    [{ verb: 'card.created' }, { type: 'add_comment', body: 'Saw {{card.title}}' }],
    [{ verb: 'card.created' }, { type: 'add_checklist_item', text: 'Check {{card.key}}' }],
    [{ verb: 'comment.added' }, { type: 'set_priority', priority: 'high' }],
  ] as const
  for (const [trigger, action] of actions) await client.call('rule.create', { boardId, name: action.type, trigger, actions: [action] })
  let made = 0
  return {
    rules: actions.length,
    async addCards(count: number): Promise<void> {
      let left = count
      const add = async () => {
        while (left-- > 0) await client.call('card.create', { listId, title: `Card ${++made}` })
      }
      await Promise.all(Array.from({ length: writers }, add))
    },
  }
}
