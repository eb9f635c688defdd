import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { png } from '../../../packages/server/test/attachments/files.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card('Pictured')).id
})

const image = () => new File([new Uint8Array(png(40, 30))], 'photo.png', { type: 'image/png' })
const attach = async (file = image(), on = cardId) => (await allowed(world.mia, 'attachment.add', { cardId: on, file })).id
const cover = (coverAttachmentId: string | null, by = world.mia) => allowed(by, 'card.update', { cardId, coverAttachmentId })
const tileOf = async (id: string, title = 'Pictured') =>
  (await allowed(world.ada, 'board.tree', { boardId: id })).lists.flatMap((list) => list.cards).find((card) => card.title === title)
const detailOf = async (id: string) => (await allowed(world.ada, 'card.get', { cardId: id })).card
const latest = async () => (await allowed(world.ada, 'card.activity', { cardId, limit: 1 }))[0]

scenario('a cover is an image of the card, told to the board and shown with its tile', ['card.cover.set'], async () => {
  expect((await detailOf(cardId)).coverAttachmentId).toBeNull()
  const attachmentId = await attach()
  expect((await cover(attachmentId)).coverAttachmentId).toBe(attachmentId)
  expect(await latest()).toMatchObject({
    verb: 'card.updated',
    payload: { coverAttachmentId: attachmentId, previous: { coverAttachmentId: null } },
  })
  expect((await tileOf(board.id))?.coverAttachmentId).toBe(attachmentId)
  await cover(null)
  expect((await tileOf(board.id))?.coverAttachmentId).toBeNull()
})

scenario('what is no image of the card is no cover', ['card.cover.refused'], async () => {
  const own = await attach()
  await cover(own)
  const text = await attach(new File(['plan'], 'plan.png', { type: 'image/png' }))
  const link = (await allowed(world.mia, 'attachment.add', { cardId, url: 'https://example.com/a.png' })).id
  const elsewhere = await attach(image(), (await board.card('Other')).id)
  const hidden = await makeBoard(world)
  const unseen = await attach(image(), (await hidden.card('Hidden')).id)
  for (const coverAttachmentId of [text, link, elsewhere, unseen, cardId])
    await refused(world.mia, 'card.update', { cardId, title: 'Never', coverAttachmentId }, 'validation')
  await refused(world.vic, 'card.update', { cardId, coverAttachmentId: null }, 'forbidden')
  expect(await detailOf(cardId)).toMatchObject({ title: 'Pictured', coverAttachmentId: own })
})

scenario('a cover goes with its attachment, and another attachment leaves it', ['card.cover.with-attachment'], async () => {
  const [one, other] = [await attach(), await attach()]
  await cover(one)
  await allowed(world.mia, 'attachment.delete', { attachmentId: other })
  expect((await tileOf(board.id))?.coverAttachmentId).toBe(one)
  const [deleted, set] = await Promise.allSettled([allowed(world.mia, 'attachment.delete', { attachmentId: one }), cover(one, world.ada)])
  expect(deleted.status).toBe('fulfilled')
  // Both at once: either the image is gone when the cover is set, or its deletion removes the cover.
  expect(['fulfilled', 'rejected']).toContain(set.status)
  expect((await tileOf(board.id))?.coverAttachmentId).toBeNull()
})

scenario('copies and moves of a card take its cover along', ['card.cover.copied'], async () => {
  await attach()
  await cover(await attach())
  const copy = await allowed(world.ada, 'card.copy', { cardId, title: 'Copy' })
  const copied = await detailOf(copy.id)
  expect(copy.coverAttachmentId).toBe(copied.attachments[1]?.id)
  expect(copied.coverAttachmentId).toBe(copied.attachments[1]?.id)
  expect((await allowed(world.ada, 'card.copy', { cardId, keep: ['labels'] })).coverAttachmentId).toBeNull()
  const whole = await allowed(world.ada, 'board.copy', { boardId: board.id, name: 'Whole', withCards: true })
  const there = await tileOf(whole.id)
  const detail = await detailOf(there?.id ?? '')
  expect(detail.coverAttachmentId).toBe(detail.attachments[1]?.id)
  const away = await makeBoard(world)
  const before = (await detailOf(cardId)).coverAttachmentId
  await allowed(world.ada, 'card.update', { cardId, listId: away.lists[0] ?? '' })
  expect((await tileOf(away.id))?.coverAttachmentId).toBe(before)
})

scenario(
  'an archive brings covers along, and says who attached what, and when',
  ['card.cover.transferred', 'attachment.imported'],
  async () => {
    await attach()
    await cover(await attach())
    await allowed(world.mia, 'attachment.add', { cardId, url: 'https://example.com/plan', name: 'Plan' })
    const from = await detailOf(cardId)
    const archive = await fetch(`${world.ada.url}/api/boards/${board.id}/export?attachments=1`, { headers: world.ada.headers })
    const file = new File([await archive.blob()], 'board.zip')
    const { importId } = await allowed(world.ada, 'board.import', { file })
    await until(async () => {
      world.tandem.clock.advance(1_000)
      return (await allowed(world.ada, 'import.get', { importId })).state === 'done'
    })
    const { boardId } = await allowed(world.ada, 'import.get', { importId })
    const made = await detailOf((await tileOf(boardId ?? ''))?.id ?? '')
    expect(made.attachments.map(({ imported, createdByActorId }) => ({ imported, createdByActorId }))).toEqual(
      from.attachments.map(({ createdAt }) => ({
        imported: { authorName: 'Mia', createdAt },
        createdByActorId: world.ada.actorId,
      })),
    )
    expect(made.coverAttachmentId).toBe(made.attachments[1]?.id)
  },
)
