import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataDirectory, fileRows, upload } from '../attachments/files.ts'
import { brokenIn } from '../kit/invariants.ts'
import { startTestService } from '../kit/service.ts'
import { expectRefusal, furnish, type World } from '../rest/world.ts'

let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>

beforeEach(async () => {
  data = await dataDirectory()
  world = await furnish(await startTestService({ environment: { DATA_DIR: data.path } }))
})
afterEach(async () => {
  await world.service.stop()
  await data.remove()
})

const rows = () => world.service.database.rows(fileRows)

test('the files of a card that is deleted are released, and those of others stay', async () => {
  const [gone, stays] = world.board.cards
  await upload(world, world.member, 'gone', {}, gone)
  await upload(world, world.member, 'stays', {}, stays)
  await world.admin.patch(`/api/cards/${gone}`, { archived: true })
  expect((await world.admin.delete(`/api/cards/${gone}`)).status).toBe(204)
  expect((await rows()).map(({ kept }) => kept)).toEqual([false, true])
  expect((await world.member.get(`/api/cards/${stays}`)).body.card.attachments.length).toBe(1)
  expect(await brokenIn(world.service.database)).toEqual([])
})

test('a refusal leaves the card as it was', async () => {
  const [card] = world.board.cards
  await upload(world, world.member, 'stays', {}, card)
  expectRefusal(await world.admin.delete(`/api/cards/${card}`), 409, 'conflict')
  expectRefusal(await world.member.delete(`/api/cards/${card}`), 403, 'forbidden')
  expect((await rows()).map(({ kept }) => kept)).toEqual([true])
  expect((await world.member.get(`/api/cards/${card}`)).body.card.attachments.length).toBe(1)
})
