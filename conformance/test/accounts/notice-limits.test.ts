import { afterAll, beforeAll, expect } from 'vitest'
import { hook, until } from '../../src/hooks.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { makeAgent, makeBoard, startWorld, type World } from '../../src/world.ts'

/** People, cards and relations are put into the database: requests would take minutes. */
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())

const fill = (statement: string, values: unknown[]) => world.tandem.database.pool.query(statement, values)

/** A board of Ada's with 501 further admins, all of them people. */
async function crowdedBoard() {
  const board = await makeBoard(world)
  await fill(
    `with made as (
       insert into actors (id, kind, name, handle, created_at)
       select gen_random_uuid(), 'human', 'Admin', 'h' || replace(gen_random_uuid()::text, '-', ''), now() from generate_series(1, 501) returning id
     ) insert into members (board_id, actor_id, role, added_at) select $1, id, 'admin', now() from made`,
    [board.id],
  )
  return board
}
const notified = async (boardId: string, reason: string): Promise<number> =>
  (await fill('select count(*)::int as n from notifications where board_id = $1 and reason = $2', [boardId, reason])).rows[0].n

scenario('on a board of 502 admins a question notifies 200 of them', ['limit.question.people'], async () => {
  const board = await crowdedBoard()
  const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId: (await board.card()).id })
  await allowed(world.robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which?' })
  expect(await notified(board.id, 'question')).toBe(200)
})

scenario('on a board of 502 admins a webhook that is switched off notifies 500 of them', ['limit.webhooks.admins'], async () => {
  const board = await crowdedBoard()
  const failing = await hook(world, board, ['card.created'], 410)
  await fill('update webhooks set consecutive_failures = 9 where id = $1', [failing.id])
  await board.card()
  await until(async () => !(await failing.shown()).active)
  expect(await notified(board.id, 'webhook_disabled')).toBe(500)
})

scenario('a rule that is paused notifies 100 people', ['limit.rules.admins'], async () => {
  const board = await crowdedBoard()
  const { id: boardId } = board
  const { id: labelId } = await allowed(world.ada, 'label.create', { boardId, name: 'Leak', color: 'red' })
  await allowed(world.ada, 'member.update', { boardId, actorId: world.mia.actorId, role: 'admin' })
  const trigger = { verb: 'card.created' as const }
  await allowed(world.mia, 'rule.create', { boardId, name: 'Mark it', trigger, actions: [{ type: 'add_label', labelId }] })
  await allowed(world.ada, 'member.update', { boardId, actorId: world.mia.actorId, role: 'member' })
  // An agent that is no admin: the actor who causes a notice does not get it.
  const agent = await makeAgent(world, 'Tidy', [boardId], ['boards:write'])
  await allowed(agent, 'label.delete', { labelId })
  expect(await notified(boardId, 'rule')).toBe(100)
})

scenario(
  'each of 501 cards that a card blocked records its completion, and each session there is told',
  ['hold.unblocked.all'],
  async () => {
    const board = await makeBoard(world)
    const { id: cardId } = await board.card('Blocker')
    await fill(
      `with made as (
       insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 1000 + n, 'Blocked', '', 'z' || lpad(n::text, 4, '0') || 'i', 'none', $4::uuid, now(), now()
       from generate_series(1, 501) n returning id
     ) insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at) select $1, $3, $1, id, 'blocks', now() from made`,
      [board.id, board.lists[0], cardId, world.ada.actorId],
    )
    // The log tells nothing of these cards: the tree is to be read anew.
    await fill('update boards set spreads = spreads + 1 where id = $1', [board.id])
    const blocked = async () => (await board.tree()).lists.flatMap(({ cards }) => cards).filter((card) => card.blocked).length
    expect(await blocked()).toBe(501)
    await fill(
      `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation, last_event_id,
       last_event_at, created_at, updated_at)
     select board_id, gen_random_uuid(), id, $2, $3, 'queued', '{"type": "api"}', false, '01900000-0000-7000-8000-000000000000', now(), now(), now()
     from cards where board_id = $1 and title = 'Blocked'`,
      [board.id, world.robo.actorId, world.ada.actorId],
    )
    const { seq } = await board.tree()
    await allowed(world.ada, 'card.update', { cardId, completedAt: new Date(world.tandem.clock.now()).toISOString() })
    // One activity for the completion, and for each blocked card one on the card and one in its session.
    expect((await board.tree()).seq).toBe(seq + 1 + 2 * 501)
    expect(await notified(board.id, 'unblocked')).toBe(501)
    expect(await blocked()).toBe(0)
  },
)
