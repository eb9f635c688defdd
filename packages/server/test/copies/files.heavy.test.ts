import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileRows, png } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { created, openWorkshop, type Workshop } from './fixture.ts'

const hour = 3_600_000

let shop: Workshop
let cardId: string
beforeEach(async () => {
  shop = await openWorkshop({ ATTACHMENT_BOARD_QUOTA_BYTES: '1000' })
  cardId = created(await shop.ada.post(`/api/lists/${shop.board.lists[0]}/cards`, { title: 'Plan' })).id
})
afterEach(() => shop?.stop())

const copy = (more: object = {}) => shop.ada.post(`/api/cards/${cardId}/copy`, more)
const attachments = async (id: string) => (await shop.ada.get(`/api/cards/${id}`)).body.card.attachments
const remove = (id: string) => shop.ada.delete(`/api/attachments/${id}`)
const kept = async () => (await shop.tandem.database.rows(fileRows)).map((row) => row.kept)
async function isSmall(id: string): Promise<boolean> {
  await shop.tandem.service.workers.thumbnails.runOnce()
  const [image] = await attachments(id)
  return (await shop.ada.get(`/api/attachments/${image.id}?thumbnail=320`)).status === 200
}
async function sweep(): Promise<void> {
  shop.tandem.clock.advance(2 * hour)
  await shop.tandem.service.workers.fileSweep.runOnce()
}

test('a file that a copy names is deleted with the last attachment that names it', async () => {
  for (const first of ['the original', 'the copy']) {
    const original = await shop.attach(cardId, 'a plan')
    const copied = created(await copy()).id
    const [copyOf] = await attachments(copied)
    const [gone, left] = first === 'the original' ? [original, copyOf.id] : [copyOf.id, original]
    expect((await remove(gone)).status).toBe(204)
    await sweep()
    expect([first, (await shop.ada.get(`/api/attachments/${left}`)).text]).toEqual([first, 'a plan'])
    expect([(await remove(left)).status, await kept()]).toEqual([204, [false]])
    await sweep()
    await until(async () => (await kept()).length === 0)
  }
})

test('of the last two attachments of a file, deleted on two boards at once, none leaves it behind', async () => {
  const there = await shop.makeBoard()
  for (let round = 0; round < 10; round++) {
    const original = await shop.attach(cardId, 'a plan')
    const [copyOf] = await attachments(created(await copy({ listId: there.lists[0] })).id)
    const answers = await Promise.all([remove(original), remove(copyOf.id)])
    expect(answers.map((answer) => answer.status)).toEqual([204, 204])
  }
  expect(await kept()).toEqual(Array(10).fill(false))
})

test('an image that is small already is small on the copy too; one that waits is made small for each', async () => {
  await shop.attach(cardId, png(40, 40), 'dot.png')
  const waiting = created(await copy()).id
  for (const id of [cardId, waiting]) await until(() => isSmall(id))
  const ready = created(await copy()).id
  expect(await isSmall(ready)).toBe(true)
  const [original] = await attachments(cardId)
  await remove(original.id)
  await sweep()
  expect(await isSmall(ready)).toBe(true)
})

test('a copy counts for the quota of its board; what does not fit is refused whole, and goes without the files', async () => {
  await shop.attach(cardId, 'x'.repeat(400))
  created(await copy())
  const { seq } = (await shop.ada.get(`/api/boards/${shop.board.id}`)).body
  expect((await copy()).body.error).toMatchObject({ code: 'payload_too_large', details: { usedBytes: 800, sizeBytes: 400 } })
  expect((await shop.ada.get(`/api/boards/${shop.board.id}`)).body.seq).toBe(seq)
  created(await copy({ keep: ['labels'] }))
  const there = await shop.makeBoard()
  created(await copy({ listId: there.lists[0] }))
})

test('a card that moves to another board counts for the quota there; one that does not fit stays where it is', async () => {
  const there = await shop.makeBoard()
  const moveTo = (listId: string | undefined, more: object = {}) => shop.ada.patch(`/api/cards/${cardId}`, { listId, ...more })
  const other = created(await shop.ada.post(`/api/lists/${there.lists[0]}/cards`, { title: 'Pump' })).id
  const large = await shop.attach(other, 'x'.repeat(700))
  await shop.attach(cardId, 'x'.repeat(400))
  const seqs = () => Promise.all([shop.board, there].map(async ({ id }) => (await shop.ada.get(`/api/boards/${id}`)).body.seq))
  const before = await seqs()
  const refused = await moveTo(there.lists[0], { title: 'x' })
  expect([refused.status, refused.body.error]).toEqual([
    413,
    expect.objectContaining({ code: 'payload_too_large', details: { quotaBytes: 1_000, usedBytes: 700, sizeBytes: 400 } }),
  ])
  expect([await seqs(), (await shop.ada.get(`/api/cards/${cardId}`)).body.card.title]).toEqual([before, 'Plan'])
  expect((await remove(large)).status).toBe(204)
  expect((await moveTo(there.lists[0])).body).toMatchObject({ boardId: there.id, attachmentCount: 1 })
})

test('a file outlives the board that it was attached on first', async () => {
  await shop.attach(cardId, 'a plan')
  const copied = created(await shop.ada.post(`/api/boards/${shop.board.id}/copy`, { withCards: true })).id
  await shop.ada.patch(`/api/boards/${shop.board.id}`, { archived: true })
  expect((await shop.ada.delete(`/api/boards/${shop.board.id}?name=Engine`)).status).toBe(204)
  await shop.tandem.service.workers.boardRemoval.runOnce()
  await sweep()
  const [card] = (await shop.ada.get(`/api/boards/${copied}`)).body.lists[0].cards
  const [file] = await attachments(card.id)
  expect((await shop.ada.get(`/api/attachments/${file.id}`)).text).toBe('a plan')
})

test('a board whose attachments are deleted while it is copied names no file that is gone', async () => {
  const files = await Promise.all(Array.from({ length: 20 }, () => shop.attach(cardId, 'a plan')))
  const [copied] = await Promise.all([
    shop.ada.post(`/api/boards/${shop.board.id}/copy`, { withCards: true }),
    ...files.map((id) => remove(id)),
  ])
  await sweep()
  const [card] = (await shop.ada.get(`/api/boards/${created(copied).id}`)).body.lists[0].cards
  const left = await attachments(card.id)
  expect(card.attachmentCount).toBe(left.length)
  for (const { id } of left) expect((await shop.ada.get(`/api/attachments/${id}`)).text).toBe('a plan')
})
