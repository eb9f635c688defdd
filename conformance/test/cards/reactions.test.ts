import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string
let commentId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
  commentId = (await allowed(world.mia, 'comment.create', { cardId, body: 'It drips.' })).id
})

const react = (by: Who, emoji: string) => allowed(by, 'comment.react', { commentId, emoji })
const unreact = (by: Who, emoji: string) => allowed(by, 'comment.unreact', { commentId, emoji })
const listed = async () => (await allowed(world.vic, 'comment.list', { cardId }))[0]?.reactions
/** Emoji that differ from the others: flags of regions. */
const flags = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'HU', 'IE', 'IT', 'LU', 'MT', 'NL', 'NO', 'PL', 'PT', 'SE', 'SI']
const flagOf = (region: string) => String.fromCodePoint(...region.split('').map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

scenario(
  'an emoji of one’s own comes and goes, is told to the board and to no inbox',
  ['comment.reaction.own', 'comment.reaction.shown', 'verb.comment.reaction_added', 'verb.comment.reaction_removed'],
  async () => {
    const { ada, mia, robo } = world
    expect(await listed()).toBeUndefined()
    const before = (await allowed(mia, 'notification.list', {})).length
    const told = await board.recorded(async () => {
      expect(await react(ada, '👍')).toEqual({ commentId, reactions: [{ emoji: '👍', actorIds: [ada.actorId] }] })
      world.tandem.clock.advance(1_000)
      await react(robo, '❤️')
      await react(mia, '👍')
      await react(mia, '👍')
      await unreact(mia, '🎉')
    })
    const both = [
      { emoji: '👍', actorIds: [ada.actorId, mia.actorId] },
      { emoji: '❤️', actorIds: [robo.actorId] },
    ]
    expect(told.map(({ verb, actorId, payload }) => [verb, actorId, payload])).toEqual(
      (
        [
          [ada, '👍'],
          [robo, '❤️'],
          [mia, '👍'],
        ] as const
      ).map(([by, emoji]) => ['comment.reaction_added', by.actorId, { cardId, commentId, emoji }]),
    )
    expect(await listed()).toEqual(both)
    expect((await allowed(ada, 'card.get', { cardId })).card.comments[0]?.reactions).toEqual(both)
    expect((await allowed(mia, 'comment.update', { commentId, body: 'It drips less.' })).reactions).toEqual(both)
    const removed = await board.recorded(async () => {
      expect((await call(ada, 'comment.unreact', { commentId, emoji: '👍' })).status).toBe(204)
      await unreact(ada, '👍')
    })
    expect(removed).toMatchObject([{ verb: 'comment.reaction_removed', payload: { cardId, commentId, emoji: '👍' } }])
    expect((await listed())?.find(({ emoji }) => emoji === '👍')?.actorIds).toEqual([mia.actorId])
    expect((await allowed(mia, 'notification.list', {})).length).toBe(before)
  },
)

scenario('who may not comment does not react, and only emoji are reactions', ['comment.reaction.refused'], async () => {
  const { ada, mia, vic, eve } = world
  const reader = await makeAgent(world, 'Reader', [board.id], ['boards:read'])
  const told = await board.recorded(async () => {
    await refused(vic, 'comment.react', { commentId, emoji: '👍' }, 'forbidden')
    await refused(eve, 'comment.react', { commentId, emoji: '👍' }, 'not_found')
    await refused(reader, 'comment.react', { commentId, emoji: '👍' }, 'forbidden')
    // The last is one emoji of 35 bytes.
    for (const emoji of ['a', '👍👍', 'thumbs up', '1', '👍a', '❤', '👩🏻‍❤️‍💋‍👩🏿'])
      await refused(mia, 'comment.react', { commentId, emoji }, 'validation')
  })
  expect([told, await listed()]).toEqual([[], undefined])
  await allowed(mia, 'comment.delete', { commentId })
  await refused(ada, 'comment.react', { commentId, emoji: '👍' }, 'not_found')
  await refused(ada, 'comment.unreact', { commentId, emoji: '👍' }, 'not_found')
})

scenario('a comment takes 20 kinds and 200 actors of each', ['comment.reaction.bounds'], async () => {
  const { ada, mia } = world
  for (const flag of flags.slice(0, 19)) await react(ada, flagOf(flag))
  const [one, other] = flags.slice(19).map(flagOf)
  const sent = await Promise.all([
    call(ada, 'comment.react', { commentId, emoji: one ?? '' }),
    call(mia, 'comment.react', { commentId, emoji: other ?? '' }),
  ])
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await listed())?.length).toBe(20)
  expect((await react(mia, flagOf('AT'))).reactions[0]?.actorIds).toEqual([ada.actorId, mia.actorId])
  await world.tandem.database.pool.query(
    `with made as (
      insert into actors (id, kind, name, handle, created_at)
      select gen_random_uuid(), 'human', 'One of many', 'many-' || n, now() from generate_series(1, 198) n returning id
    ) insert into reactions (board_id, card_id, comment_id, actor_id, emoji, created_at)
      select $1, $2, $3, id, $4, now() from made`,
    [board.id, cardId, commentId, flagOf('AT')],
  )
  await refused(world.robo, 'comment.react', { commentId, emoji: flagOf('AT') }, 'conflict')
})

scenario('reactions move with their card, and end with their comment', ['comment.reaction.kept'], async () => {
  const { ada } = world
  await react(ada, '👍')
  const away = await makeBoard(world)
  await allowed(ada, 'card.update', { cardId, listId: away.lists[0] ?? '' })
  const moved = await allowed(ada, 'board.export', { boardId: away.id })
  expect(moved.cards[0]?.comments[0]?.reactions).toEqual([{ emoji: '👍', actorIds: [ada.actorId] }])
  const { importId } = await allowed(ada, 'board.import', { file: new File([JSON.stringify(moved)], 'board.json') })
  const found = await until(async () => {
    world.tandem.clock.advance(1_000)
    const now = await allowed(ada, 'import.get', { importId })
    return now.state === 'done' ? now : null
  })
  expect(found.report?.skipped.map(({ what }) => what)).toContain('reactions to comments')
  await allowed(ada, 'comment.delete', { commentId })
  expect((await world.tandem.database.pool.query('select from reactions where comment_id = $1', [commentId])).rowCount).toBe(0)
})
