import { type Activity, board as boardRecord, catalogue, type OperationSpec } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { makeReady, repeatable } from '../../src/acts.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let boardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
})

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const log = (input: { since?: string; limit?: number } = {}) => allowed(world.vic, 'board.activity', { boardId, ...input })
const cardLog = (cardId: string, input: { since?: string; limit?: number } = {}) =>
  allowed(world.vic, 'card.activity', { cardId, ...input })
const idsOf = (activities: readonly Activity[]) => activities.map(({ id }) => id)
const comment = (by: Who, cardId: string, body: string) => allowed(by, 'comment.create', { cardId, body })

scenario(
  'a row of the log says what happened, where, when, and who did it',
  ['activity.row.shape', 'activity.row.card-id', 'activity.row.actor', 'activity.row.uuid-v7', 'activity.origin.absent'],
  async () => {
    const { id: cardId } = await board.card('A')
    await comment(world.mia, cardId, 'Hers')
    await comment(world.robo, cardId, 'His')
    await allowed(world.mia, 'list.create', { boardId, name: 'New' })
    const recorded = (await log({ limit: 4 })).toReversed()
    expect(recorded.map(({ verb, actorId, cardId }) => [verb, actorId, cardId])).toEqual([
      ['card.created', world.ada.actorId, cardId],
      ['comment.added', world.mia.actorId, cardId],
      ['comment.added', world.robo.actorId, cardId],
      ['list.created', world.mia.actorId, null],
    ])
    for (const activity of recorded) {
      const hashes = ['hash', 'payloadHash']
      expect(Object.keys(activity).toSorted()).toEqual(
        ['actorId', 'boardId', 'cardId', 'createdAt', 'id', 'payload', 'seq', 'verb', ...hashes].toSorted(),
      )
      expect([activity.boardId, activity.id]).toEqual([boardId, expect.stringMatching(uuidV7)])
    }
  },
)

scenario(
  'the log is read newest first, and with since from there on, oldest first, without the row that since names',
  [
    'activity.list.newest-first',
    'activity.list.since-ascending',
    'activity.list.since-strict',
    'activity.list.since-forms',
    'activity.list.limit',
  ],
  async () => {
    for (const title of ['a', 'b', 'c', 'd']) {
      await board.card(title)
      world.tandem.clock.advance(1_000)
    }
    const newestFirst = await log()
    expect(newestFirst.map(({ seq }) => seq)).toEqual(newestFirst.map((_, at) => newestFirst.length - at))
    expect((await log({ limit: 2 })).map(({ payload }) => payload.title)).toEqual(['d', 'c'])
    const [d, c, b, a] = newestFirst
    for (const since of [a?.id, a?.createdAt]) {
      expect(idsOf(await log({ since }))).toEqual([b?.id, c?.id, d?.id])
      expect(idsOf(await log({ since, limit: 2 }))).toEqual([b?.id, c?.id])
    }
    const justBefore = new Date(Date.parse(a?.createdAt ?? '') - 1).toISOString()
    expect(idsOf(await log({ since: justBefore }))).toEqual([a?.id, b?.id, c?.id, d?.id])
    for (const since of [d?.id, d?.createdAt]) expect(await log({ since })).toEqual([])
  },
)

scenario(
  'the log of a card follows the same rules, for its own rows alone',
  ['activity.list.card-scoped', 'activity.list.limit', 'convention.since.unknown-id', 'convention.since.invalid-time'],
  async () => {
    const [card, other] = [await board.card('Mine'), await board.card('Other')]
    for (const body of ['a', 'b', 'c']) {
      world.tandem.clock.advance(1_000)
      await comment(world.mia, card.id, body)
      await comment(world.mia, other.id, body)
    }
    const [c, b, a, created, ...more] = await cardLog(card.id)
    expect([created?.verb, more]).toEqual(['card.created', []])
    expect([a, b, c].map((activity) => [activity?.cardId, activity?.payload.body])).toEqual(['a', 'b', 'c'].map((body) => [card.id, body]))
    for (const since of [a?.id, a?.createdAt]) expect(idsOf(await cardLog(card.id, { since }))).toEqual([b?.id, c?.id])
    expect(idsOf(await cardLog(card.id, { limit: 1 }))).toEqual([c?.id])
    const foreign = (await (await makeBoard(world)).card()).id
    const [elsewhere] = await cardLog(foreign)
    const [ofOther] = await cardLog(other.id)
    for (const since of ['019f0000-0000-7000-8000-000000000001', elsewhere?.id, 'yesterday', '2026-13-01T00:00:00Z', '']) {
      await refused(world.vic, 'board.activity', { boardId, since }, 'validation')
      await refused(world.vic, 'card.activity', { cardId: card.id, since }, 'validation')
    }
    await refused(world.vic, 'card.activity', { cardId: card.id, since: ofOther?.id }, 'validation')
    await refused(world.eve, 'card.activity', { cardId: card.id }, 'not_found')
  },
)

scenario(
  'who polls with since while many write sees every row once, in the order of the commits',
  ['activity.seq.gapless', 'activity.seq.commit-order', 'activity.poll.no-miss', 'activity.poll.no-repeat'],
  async () => {
    const [writers, each] = [12, 12]
    const [last] = await log({ limit: 1 })
    const acknowledged: number[] = []
    const write = async (writer: number) => {
      for (let n = 0; n < each; n++) {
        const { id } = await board.card(`${writer}/${n}`)
        const [own] = await cardLog(id)
        acknowledged.push(own?.seq ?? 0)
      }
    }
    let isWriting = true
    const poll = async () => {
      const seen: Activity[] = []
      for (let since = last?.id; ; ) {
        const wasWriting = isWriting
        const page = await log({ since, limit: 20 })
        seen.push(...page)
        since = page.at(-1)?.id ?? since
        if (!wasWriting && page.length === 0) return seen
      }
    }
    const polls = [poll(), poll()]
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(() => {
      isWriting = false
    })
    for (const seen of await Promise.all(polls)) {
      expect(new Set(idsOf(seen)).size).toBe(writers * each)
      expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: writers * each }, (_, at) => (last?.seq ?? 0) + 1 + at))
      expect(idsOf(seen)).toEqual(idsOf(seen).toSorted())
      expect(new Set(acknowledged)).toEqual(new Set(seen.map(({ seq }) => seq)))
      // Each writer waits for its answer, so its later writes were committed later.
      for (let writer = 0; writer < writers; writer++) {
        const own = seen.filter(({ payload }) => String(payload.title).startsWith(`${writer}/`))
        expect(own.map(({ payload }) => payload.title)).toEqual(Array.from({ length: each }, (_, n) => `${writer}/${n}`))
      }
    }
  },
)

scenario(
  'every mutation of a board appends to its log, by the actor that did it, and changes no row that stood there',
  ['activity.append.every-mutation', 'activity.append.only', 'activity.row.actor'],
  async () => {
    for (const name of repeatable) {
      const { access, records = [] } = catalogue[name] as OperationSpec
      // A heartbeat says that an agent is still there: beyond §3 has it leave no event.
      if (!('target' in access) || name === 'session.heartbeat') continue
      const act = await makeReady(world, name)
      boardId = act.board.id
      const read = () => allowed(world.ada, 'board.activity', { boardId, limit: 200 })
      const isNew = name === 'board.copy'
      const before = isNew ? [] : await read()
      const answer = await act.send()
      expect([name, answer.ok]).toEqual([name, true])
      // The log of the copy tells of it: the board that is copied does not change.
      if (isNew && answer.ok) boardId = boardRecord.parse(answer.body).id
      const after = await read()
      const appended = after.slice(0, after.length - before.length)
      expect([name, after.slice(appended.length)]).toEqual([name, before])
      expect([name, appended.length > 0, verbsOf(appended).every((verb) => records.some((one) => one === verb))]).toEqual([
        name,
        true,
        true,
      ])
      expect(appended[0]).toMatchObject({ actorId: act.by.actorId, boardId })
    }
    const [newest] = await log({ limit: 1 })
    const path = `/api/boards/${boardId}/activity`
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      for (const at of [path, `${path}/${newest?.id}`, `/api/activity/${newest?.id}`]) {
        expect([method, at, (await world.person[method](at, { verb: 'card.moved', payload: {} })).status]).toEqual([method, at, 404])
      }
    }
    expect(await log({ limit: 1 })).toEqual([newest])
  },
)
