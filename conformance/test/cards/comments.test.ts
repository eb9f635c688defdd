import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

const say = (body: string, by: Who = world.mia, on = cardId) => allowed(by, 'comment.create', { cardId: on, body })
const list = (more: { since?: string; limit?: number } = {}) => allowed(world.vic, 'comment.list', { cardId, ...more })
const bodies = async (more: { since?: string; limit?: number } = {}) => (await list(more)).map((comment) => comment.body).join('')
const delegate = async () => (await allowed(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })).session.id
const post = (sessionId: string, op: object) => allowed(world.robo, 'session.post', { sessionId, ...op } as never)

scenario('a member comments on a card, a viewer does not', ['comment.create.answer', 'comment.record.shape'], async () => {
  const answer = await call(world.mia, 'comment.create', { cardId, body: 'It *drips*.' })
  expect([answer.status, answer.ok && answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      cardId,
      author: { actorId: world.mia.actorId, role: 'member' },
      actorId: world.mia.actorId,
      body: 'It *drips*.',
      sessionId: null,
      createdAt: expect.stringMatching(/Z$/),
      editedAt: null,
      deletedAt: null,
    },
  ])
  expect(await list()).toEqual([answer.ok && answer.body])
  const recorded = await board.recorded(async () => {
    await refused(world.vic, 'comment.create', { cardId, body: 'his' }, 'forbidden')
    await refused(world.eve, 'comment.create', { cardId, body: 'hers' }, 'not_found')
    for (const body of ['', ' \n', 'x'.repeat(100_001), undefined])
      await refused(world.mia, 'comment.create', { cardId, body } as never, 'validation')
  })
  expect([recorded, await list()]).toEqual([[], [answer.ok && answer.body]])
})

scenario('comments are read newest first, and from a comment or a time on in ascending order', ['comment.list.since-limit'], async () => {
  const said: { id: string; createdAt: string }[] = []
  for (const body of 'abcde') {
    said.push(await say(body))
    world.tandem.clock.advance(1000)
  }
  const elsewhere = await say('x', world.mia, (await board.card()).id)
  const [, b, , , e] = said
  expect(await bodies()).toBe('edcba')
  expect(await bodies({ limit: 2 })).toBe('ed')
  expect(await bodies({ since: b?.id })).toBe('cde')
  expect(await bodies({ since: b?.id, limit: 2 })).toBe('cd')
  expect(await bodies({ since: b?.createdAt })).toBe('cde')
  expect(await bodies({ since: e?.id })).toBe('')
  for (const limit of [0, -1, 1.5]) await refused(world.vic, 'comment.list', { cardId, limit }, 'validation')
  for (const since of [elsewhere.id, randomUUID(), 'yesterday']) await refused(world.vic, 'comment.list', { cardId, since }, 'validation')
  await refused(world.eve, 'comment.list', { cardId }, 'not_found')
})

scenario('only its author edits a comment', ['comment.edit.author', 'comment.edit.author-only'], async () => {
  const comment = await say('old')
  const edit = (by: Who, code: 'forbidden' | 'not_found') =>
    refused(by, 'comment.update', { commentId: comment.id, body: 'not mine' }, code)
  const refusals = await board.recorded(async () => {
    for (const by of [world.ada, world.robo, world.vic]) await edit(by, 'forbidden')
    await edit(world.eve, 'not_found')
    await refused(world.mia, 'comment.update', { commentId: comment.id, body: ' ' }, 'validation')
  })
  expect([refusals, await list()]).toEqual([[], [comment]])
  world.tandem.clock.advance(1000)
  const recorded = await board.recorded(async () => {
    const edited = await allowed(world.mia, 'comment.update', { commentId: comment.id, body: 'new' })
    expect(edited).toEqual({ ...comment, body: 'new', editedAt: expect.any(String) })
    expect((edited.editedAt ?? '') > comment.createdAt).toBe(true)
    expect(await list()).toEqual([edited])
  })
  expect(verbsOf(recorded)).toEqual(['comment.edited'])
  await allowed(world.mia, 'comment.delete', { commentId: comment.id })
  await refused(world.mia, 'comment.update', { commentId: comment.id, body: 'back' }, 'not_found')
})

scenario(
  'a comment is deleted by its author or a board admin, and by no other member',
  ['comment.delete.author', 'comment.delete.admin', 'comment.delete.others'],
  async () => {
    const [own, other, kept] = [await say('own'), await say('other'), await say('kept', world.ada)]
    const refusals = await board.recorded(async () => {
      for (const by of [world.mia, world.robo, world.vic]) await refused(by, 'comment.delete', { commentId: kept.id }, 'forbidden')
      await refused(world.robo, 'comment.delete', { commentId: own.id }, 'forbidden')
      await refused(world.eve, 'comment.delete', { commentId: own.id }, 'not_found')
    })
    expect([refusals, (await list()).map((comment) => comment.deletedAt)]).toEqual([[], [null, null, null]])
    const deletes = [
      [world.mia, own],
      [world.ada, other],
    ] as const
    for (const [by, { id }] of deletes) {
      const recorded = await board.recorded(async () => {
        expect((await call(by, 'comment.delete', { commentId: id })).status).toBe(204)
      })
      expect(recorded).toMatchObject([{ verb: 'comment.deleted', cardId, actorId: by.actorId, payload: { cardId, commentId: id } }])
      await refused(by, 'comment.delete', { commentId: id }, 'not_found')
    }
    expect((await list()).map(({ id, body, deletedAt }) => [id, body, deletedAt])).toEqual([
      [kept.id, 'kept', null],
      [other.id, '', expect.any(String)],
      [own.id, '', expect.any(String)],
    ])
    expect((await board.tree()).lists[0]?.cards[0]?.commentCount).toBe(1)
  },
)

scenario(
  'what an agent writes while it is at work on the card carries its session; nothing else does',
  ['comment.session.stamped', 'comment.session.null'],
  async () => {
    expect((await say('before', world.robo)).sessionId).toBeNull()
    const sessionId = await delegate()
    const bert = as(world.tandem, await world.tandem.agent(world.person, 'Bert', [board.id]))
    expect((await say('queued', world.robo)).sessionId).toBe(sessionId)
    for (const op of [
      { op: 'update', state: 'working' },
      { op: 'ask_human', question: 'Which?' },
    ]) {
      await post(sessionId, op)
      expect((await say('at work', world.robo)).sessionId).toBe(sessionId)
      for (const by of [world.mia, world.ada, bert]) expect((await say('beside', by)).sessionId).toBeNull()
    }
    expect((await say('elsewhere', world.robo, (await board.card()).id)).sessionId).toBeNull()
    await post(sessionId, { op: 'complete', summary: 'Done' })
    expect((await say('afterwards', world.robo)).sessionId).toBeNull()
    expect((await list({ limit: 1 }))[0]?.sessionId).toBeNull()
    expect((await list()).filter((comment) => comment.sessionId === sessionId)).toHaveLength(3)
  },
)
