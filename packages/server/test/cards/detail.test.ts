import { afterAll, beforeAll, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

const [mebibyte, mostAtOnce] = [1_048_576, 4 * 1_048_576]

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
// Rows written directly to the database break the counts that team.stop() checks.
afterAll(() => team?.tandem.stop())

const detail = async (cardId: string) => {
  const answer = await team.ada.get(`/api/cards/${cardId}`)
  expect(answer.status).toBe(200)
  return { card: answer.body.card, octets: Buffer.byteLength(answer.text) }
}
const write = (statement: string, ...values: unknown[]) => team.tandem.database.pool.query(statement, values)

/** Comments `from`..`to` on a card, in that order, each of so many characters. */
const writeComments = (cardId: string, from: number, to: number, length: number) =>
  write(
    `insert into comments (board_id, id, card_id, actor_id, body, created_at)
     select $1, uuid_at(now() - make_interval(secs => 1000 - n)), $2, $3, rpad(n || ' ', $6, '漢'), now() from generate_series($4::int, $5) n`,
    team.boardId,
    cardId,
    team.ada.actorId,
    from,
    to,
    length,
  )

/** Ended sessions of a live one's agent, each with a summary of so many characters. */
const writeEnded = (liveId: string, count: number, length: number) =>
  write(
    `insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, summary, trigger, of_delegation, last_event_id,
       last_event_at, created_at, updated_at, ended_at)
     select board_id, uuid_at(now() + make_interval(secs => n)), card_id, agent_actor_id, initiator_actor_id, 'done', rpad('', $3, '漢'), trigger,
       false, last_event_id, created_at, created_at, created_at, created_at from sessions, generate_series(1, $2::int) n where id = $1`,
    liveId,
    count,
    length,
  )

test('a card shows its latest 50 comments, oldest first; of long ones the latest that 4 MiB hold', {
  meta: { proves: ['limit.card.comments'] },
}, async () => {
  const cardId = await team.newCard()
  await writeComments(cardId, 1, 60, 20)
  const numbers = (card: { comments: { body: string }[] }) => card.comments.map((comment) => Number.parseInt(comment.body, 10))
  expect(numbers((await detail(cardId)).card)).toEqual(Array.from({ length: 50 }, (_, n) => n + 11))
  await writeComments(cardId, 61, 110, 100_000)
  const { card, octets } = await detail(cardId)
  expect(octets).toBeLessThan(mostAtOnce + mebibyte)
  expect(numbers(card)).toEqual(Array.from({ length: 13 }, (_, n) => n + 98))
  const { body } = created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: 'And this.' }))
  expect((await detail(cardId)).card.comments.at(-1).body).toBe(body)
})

test('a comment longer than that is shown all the same', async () => {
  const cardId = await team.newCard()
  await writeComments(cardId, 1, 2, 2_000_000)
  expect((await detail(cardId)).card.comments).toHaveLength(1)
})

test('the live sessions of a card are always shown, however many have ended since and however long these are', {
  meta: { proves: ['limit.card.sessions'] },
}, async () => {
  for (const [count, length, shown] of [
    [60, 10, 50],
    [50, 50_000, 27],
  ] as const) {
    const cardId = await team.newCard()
    const live = [await team.delegate(cardId), created(await team.bert.post(`/api/cards/${cardId}/sessions`)).id]
    await writeEnded(live[0] ?? '', count, length)
    const { card, octets } = await detail(cardId)
    const sessions: { id: string; endedAt: string | null }[] = card.sessions
    expect(sessions.filter((session) => session.endedAt === null).map((session) => session.id)).toEqual(live.toReversed())
    expect(sessions).toHaveLength(shown + 2)
    expect(sessions.map((session) => session.id)).toEqual(
      sessions
        .map((session) => session.id)
        .toSorted()
        .toReversed(),
    )
    expect(octets).toBeLessThan(mostAtOnce + mebibyte)
  }
})

test('a token sees the sessions of a card with sessions:read, and the rest without', async () => {
  const cardId = await team.newCard()
  const sessionId = await team.delegate(cardId)
  const seen = async (...scopes: string[]) => {
    const { token } = created(await team.ada.post('/api/tokens', { label: scopes.join(), scopes }))
    const { card } = (await team.tandem.withToken(token).get(`/api/cards/${cardId}`)).body
    return [card.id, card.sessions.map((session: { id: string }) => session.id)]
  }
  expect(await seen('boards:read')).toEqual([cardId, []])
  expect(await seen('boards:read', 'sessions:read')).toEqual([cardId, [sessionId]])
})

test('all the rest of a card is there, and bounded: a checklist, files and relations at their most, each as long as it may be', async () => {
  const cardId = await team.newCard()
  const of = [team.boardId, cardId, team.ada.actorId]
  await write(
    `insert into checklist_items (board_id, id, card_id, text, rank, created_at)
     select $1, gen_random_uuid(), $2, rpad('', 500, '漢'), 'a' || lpad(n::text, 4, '0'), now() from generate_series(1, 500) n`,
    ...of.slice(0, 2),
  )
  await write(
    `insert into attachments (board_id, id, card_id, kind, name, filename, url, created_by, created_at)
     select $1, gen_random_uuid(), $2, 'link', rpad('', 255, '漢'), rpad('', 255, '漢'), 'https://a.example/' || rpad('', 2000, 'x'), $3, now()
     from generate_series(1, 500)`,
    ...of,
  )
  await write('update cards set checklist_total = 500, attachment_count = 500 where id = $1', cardId)
  await write(
    `with others as (
       insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), $4, 1000 + n, rpad('', 500, '漢'), '', 'z' || lpad(n::text, 4, '0'), 'none', $3, now(), now()
       from generate_series(1, 200) n returning id
     ) insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at) select $1, $2, $1, id, 'relates', now() from others`,
    ...of,
    team.listId,
  )
  await team.ada.put(`/api/cards/${cardId}/watch`)
  const { card, octets } = await detail(cardId)
  expect([card.checklistItems.length, card.attachments.length, card.relations.length, card.watchers.length]).toEqual([500, 500, 200, 1])
  expect(octets).toBeLessThan(mostAtOnce)
  const members = ['description', 'checklistItems', 'comments', 'links', 'attachments', 'fieldValues', 'watchers', 'sessions', 'delegation']
  expect(Object.keys(card)).toEqual(expect.arrayContaining([...members, 'createdBy', 'key', 'number', 'priority', 'labelIds']))
})
