import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { startCommitBreaker } from '../faults/rig/commit-breaker.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { expectInvariants, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let tandem: TestService
let ada: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()
const item = [{ type: 'add_checklist_item', text: 'Check' }]

beforeAll(async () => {
  ;({ tandem, ada } = await startQuietly())
})
afterAll(async () => {
  if (tandem) await expectInvariants(tandem)
  await tandem?.stop()
})
beforeEach(async () => {
  board = await makeBoard(ada)
})

describe('once for each activity, in order', () => {
  test('the rules of a board see its log from its beginning to its end', async () => {
    const [first, second] = [
      await board.rule({ verb: 'card.updated' }, [{ type: 'add_comment', body: 'one {{card.title}}' }]),
      await board.rule({ verb: 'card.updated' }, [{ type: 'add_comment', body: 'two {{card.title}}' }]),
    ]
    const cardIds = [await board.card('a'), await board.card('b'), await board.card('c')]
    for (const id of cardIds) await ada.patch(`/api/cards/${id}`, { description: 'changed' })
    await runRules()
    const log = (await board.log()).toReversed()
    const said = log.filter((entry) => entry.verb === 'comment.added').map((entry) => entry.payload.body)
    expect(said).toEqual(['one a', 'two a', 'one b', 'two b', 'one c', 'two c'])
    const updates = log.filter((entry) => entry.verb === 'card.updated').map((entry) => entry.id)
    for (const ruleId of [first, second]) expect((await board.runs(ruleId)).map((run) => run.activityId).toReversed()).toEqual(updates)
    expect(log.filter((entry) => entry.verb === 'rule.run')).toHaveLength(6)
    expect(await runRules()).toBe(0)
  })

  test('three instances that run them at once run each of them once', async () => {
    const others = [await startTestService({ address: tandem.address }), await startTestService({ address: tandem.address })]
    try {
      const ruleId = await board.rule({ verb: 'card.updated' }, item)
      const cardId = await board.card('Pump')
      for (let at = 0; at < 15; at++) await ada.patch(`/api/cards/${cardId}`, { title: `Pump ${at}` })
      await Promise.all([tandem, ...others].flatMap(({ service }) => [service.workers.rules.runOnce(), service.workers.rules.runOnce()]))
      await runRules()
      expect((await board.read(cardId)).checklist.total).toBe(15)
      expect(new Set((await board.runs(ruleId)).map((run) => run.activityId)).size).toBe(15)
      expect(await board.runs(ruleId)).toHaveLength(15)
    } finally {
      for (const other of others) await other.stop()
    }
  })

  test.each(['insert on checklist_items', 'insert on rule_runs', 'update on automations', 'insert on activities'])(
    'a connection that dies at the %s loses no run and doubles none',
    async (step) => {
      await board.rule({ verb: 'card.updated' }, item)
      const cardId = await board.card('Pump')
      await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })
      const died = await dieOnceAt(step)
      await runRules()
      expect((await board.read(cardId)).checklist.total).toBe(0)
      for (let round = 0; round < 3; round++) await runRules()
      expect(await died()).toBe(true)
      expect((await board.read(cardId)).checklist.total).toBe(1)
      expect((await board.log()).filter((entry) => entry.verb === 'rule.run')).toHaveLength(1)
    },
  )

  test('a step that is refused for the moment is tried 20 times, then its run has failed', {
    meta: { proves: ['limit.rules.tries'] },
  }, async () => {
    const { pool } = tandem.database
    await pool.query(`create function refuse_item() returns trigger language plpgsql as $$ begin
        raise exception using errcode = 'serialization_failure';
      end $$;
      create trigger refuse_item before insert on checklist_items for each row execute function refuse_item()`)
    try {
      const ruleId = await board.rule({ verb: 'card.updated' }, item)
      const cardId = await board.card('Pump')
      await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })
      for (let tried = 1; tried < 20; tried++) await runRules()
      expect(await board.runs(ruleId)).toEqual([])
      await runRules()
      expect(await board.runs(ruleId)).toMatchObject([{ state: 'failed', cardId }])
    } finally {
      await pool.query('drop function refuse_item cascade')
    }
  })

  test('an answer to a commit that is lost doubles no run', async () => {
    const database =
      'connectionString' in tandem.address ? new URL(tandem.address.connectionString).pathname.slice(1) : tandem.address.database
    const breaker = await startCommitBreaker(inject('postgres').server, database)
    const shaky = await startTestService({ address: breaker.address })
    try {
      await shaky.service.workers.stop()
      await board.rule({ verb: 'card.updated' }, item)
      const cardId = await board.card('Pump')
      for (let at = 0; at < 3; at++) await ada.patch(`/api/cards/${cardId}`, { title: `Pump ${at}` })
      breaker.breakNext(1)
      for (let round = 0; round < 3; round++) await shaky.service.workers.rules.runOnce()
      expect(breaker.broken).toBe(1)
      expect((await board.read(cardId)).checklist.total).toBe(3)
    } finally {
      await shaky.stop()
      await breaker.close()
    }
  })

  test('a rule runs soon after the commit, and by the poll of another instance', async () => {
    const live = await startTestService({ address: tandem.address })
    try {
      await board.rule({ verb: 'card.updated' }, item)
      const cardId = await board.card('Pump')
      await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })
      await until(async () => (await board.read(cardId)).checklist.total === 1)
    } finally {
      await live.stop()
    }
  })

  test('what waits does not keep a mutation waiting, and an archived board rests', async () => {
    const ruleId = await board.rule({ verb: 'board.archived' }, [{ type: 'create_card', listId: board.lists[0], title: 'x' }])
    await ada.patch(`/api/boards/${board.id}`, { archived: true })
    expect(await runRules()).toBe(0)
    expect(await board.runs(ruleId)).toEqual([])
    await ada.patch(`/api/boards/${board.id}`, { archived: false })
    await runRules()
    expect(await board.runs(ruleId)).toMatchObject([{ state: 'done' }])
  })
})

/** Ends the first connection that writes `step`, such as `insert on t`. The returned function ends that, and tells whether it happened. */
async function dieOnceAt(step: string): Promise<() => Promise<boolean>> {
  const { pool } = tandem.database
  await pool.query(`create sequence deaths;
    create function die_once() returns trigger language plpgsql as $$ begin
      if nextval('deaths') = 1 then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if;
      return new;
    end $$;
    create trigger die_once before ${step} for each row execute function die_once()`)
  return async () => {
    const { rows } = await pool.query('select is_called from deaths')
    await pool.query('drop function die_once cascade; drop sequence deaths')
    return rows[0].is_called
  }
}

describe('what goes wrong', () => {
  test('a rule that breaks in the middle is recorded as failed, nothing of it is done, and the next ones run', async () => {
    const breaks = await board.rule({ verb: 'card.updated' }, [
      { type: 'add_comment', body: 'kept?' },
      { type: 'add_checklist_item', text: 'broken' },
    ])
    const next = await board.rule({ verb: 'card.updated' }, [{ type: 'set_priority', priority: 'low' }])
    const cardId = await board.card('Pump')
    const allow = await refuseInTable(`text = 'broken'`)
    await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })
    await runRules()
    await allow()
    expect(await board.runs(breaks)).toMatchObject([
      { state: 'failed', actions: [{ outcome: 'failed', error: expect.stringMatching(/nothing was changed/) }, { outcome: 'skipped' }] },
    ])
    expect(await board.runs(next)).toMatchObject([{ state: 'done' }])
    const card = await board.read(cardId)
    expect([card.comments, card.priority]).toEqual([[], 'low'])
  })

  test('ten failures in a row pause a rule and tell its author; a success begins the count anew', {
    meta: { proves: ['limit.rules.failures'] },
  }, async () => {
    const robo = await tandem.agent(ada, 'Robo', [board.id])
    const capable = (delegatable: boolean) => ada.patch(`/api/agents/${robo.actorId}`, { capabilities: { delegatable, mentionable: true } })
    const ruleId = await board.rule({ verb: 'card.updated' }, [{ type: 'delegate', agentActorId: robo.actorId }])
    const cardId = await board.card('Pump')
    const change = async (times: number) => {
      for (let at = 0; at < times; at++) await ada.patch(`/api/cards/${cardId}`, { title: `${Math.random()}` })
      await runRules()
    }
    const rule = async () => (await ada.get(`/api/boards/${board.id}/rules`)).body[0]
    await capable(false)
    await change(9)
    await capable(true)
    await change(1)
    await capable(false)
    await change(9)
    expect(await rule()).toMatchObject({ enabled: true, pausedReason: null })
    await change(3)
    expect(await rule()).toMatchObject({
      enabled: false,
      pausedReason: 'The rule failed 10 times in a row. See its runs for the reason.',
      pausedWhy: { reason: 'ruleFailing', params: { count: 10 } },
    })
    expect(await board.runs(ruleId)).toHaveLength(20)
    const told = (await ada.get('/api/notifications?unread=true')).body
    expect(told.filter((one: { reason: string }) => one.reason === 'rule')).toMatchObject([
      { reason: 'rule', verb: 'rule.updated', excerpt: expect.stringContaining('is paused: The rule failed 10 times') },
    ])
    await capable(true)
    expect((await ada.patch(`/api/rules/${ruleId}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      pausedReason: null,
      pausedWhy: null,
    })
    await change(1)
    expect((await board.runs(ruleId))[0]).toMatchObject({ state: 'done' })
  })
})

async function refuseInTable(condition: string): Promise<() => Promise<unknown>> {
  const run = (text: string) => tandem.database.pool.query(text)
  await run(`alter table checklist_items add constraint refused check (not (${condition})) not valid`)
  return () => run('alter table checklist_items drop constraint refused')
}

describe('chains', () => {
  test('two rules that set each other off stop at depth 5, and the history says so (F89)', {
    meta: { proves: ['limit.rules.chain'] },
  }, async () => {
    const [toDo, doing] = board.lists
    const there = await board.rule({ verb: 'card.moved', filters: { toListId: doing } }, [{ type: 'move_card', listId: toDo }])
    const back = await board.rule({ verb: 'card.moved', filters: { toListId: toDo } }, [{ type: 'move_card', listId: doing }])
    const cardId = await board.card('Pump')
    await ada.patch(`/api/cards/${cardId}`, { listId: doing })
    await runRules()
    expect((await board.log()).filter((entry) => entry.verb === 'card.moved')).toHaveLength(6)
    const runs = [...(await board.runs(there)), ...(await board.runs(back))]
    const acted = runs.filter((run) => run.state === 'done').map((run) => run.depth)
    expect(acted.toSorted()).toEqual([0, 1, 2, 3, 4])
    expect(
      runs.filter(
        (run) => run.depth >= 5 && run.state === 'skipped' && run.reason === 'Rules that trigger each other stop after 5 in a row.',
      ),
    ).toHaveLength(1)
    await ada.patch(`/api/cards/${cardId}`, { listId: toDo })
    await runRules()
    expect((await board.runs(back)).filter((run) => run.depth === 0 && run.state === 'done')).toHaveLength(1)
  })

  test('rules that multiply end too: of one activity come a hundred runs at most', {
    meta: { proves: ['limit.rules.chain'] },
  }, async () => {
    const actions = Array.from({ length: 4 }, () => ({ type: 'add_comment', body: 'more' }))
    const ruleId = await board.rule({ verb: 'comment.added' }, actions)
    const cardId = await board.card('Pump')
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'go' })
    for (let round = 0; round < 10; round++) await runRules()
    const rows = await tandem.database.rows(countRuns, [ruleId])
    const count = (state: string) => rows.find((row) => row.state === state)?.runs ?? 0
    expect(count('done')).toBe(100)
    expect(count('done') + count('skipped')).toBeLessThanOrEqual(200)
    expect((await board.runs(ruleId)).some((run) => run.reason === 'This event has already triggered 100 runs.')).toBe(true)
  })

  test('and no more come of one run by the clock', { meta: { proves: ['limit.rules.cards-by-clock'] } }, async () => {
    const actions = Array.from({ length: 4 }, () => ({ type: 'create_card', listId: board.lists[0], title: 'more' }))
    await board.rule({ schedule: { cron: '0 9 * * *', timezone: 'UTC' } }, actions)
    const ruleId = await board.rule({ verb: 'card.created' }, actions)
    tandem.clock.advance(86_400_000)
    for (let round = 0; round < 10; round++) await runRules()
    const rows = await tandem.database.rows(countRuns, [ruleId])
    expect(rows.find((row) => row.state === 'done')?.runs).toBe(100)
  })
})

const countRuns = sql<{ state: string; runs: number }>('select state, count(*) as runs from rule_runs where rule_id = $1 group by state')

test('runs are listed newest first, page by page', async () => {
  const ruleId = await board.rule({ verb: 'card.created' }, item)
  for (let at = 0; at < 5; at++) await board.card(`Card ${at}`)
  await runRules()
  const all = await board.runs(ruleId)
  expect(all.map((run) => run.createdAt)).toEqual(
    all
      .map((run) => run.createdAt)
      .toSorted()
      .toReversed(),
  )
  const seen = []
  for (let path: string | undefined = `/api/rules/${ruleId}/runs?limit=2`; path; ) {
    const answer = await ada.get(path)
    seen.push(...answer.body)
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(tandem.url, '')
  }
  expect(seen).toEqual(all)
})
