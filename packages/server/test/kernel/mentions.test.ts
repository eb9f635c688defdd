import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlesIn } from '../../src/domain/mentions.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('a mention is @handle at a word start, outside code', () => {
  test.each([
    ['hello @ada', ['ada']],
    ['@Ada, @bob-2: (@carl)', ['ada', 'bob-2', 'carl']],
    ['@ada and @ada again', ['ada']],
    ['me@ada and me.@ada and a/@ada', []],
    ['grün@ada and ж@ada and @adaé', []],
    ['请@ada看, @adaさん, ❤️@bob', ['ada', 'bob']],
    ['`@ada` and ``x `@ada` y``', []],
    ['```\n@ada\n```\n@bob', ['bob']],
    ['~~~sh\n@ada\n~~~\n@bob', ['bob']],
    ['```\n@ada never closed', []],
    ['@ada.', ['ada']],
    ['@ada- @-ada', ['ada-']],
    ['an unclosed ` and @ada', ['ada']],
  ])('%j → %j', (text, handles) => expect(handlesIn(text)).toEqual(handles))

  test('at most 50, and a hostile text takes no time', { meta: { proves: ['limit.mentions.per-text'] } }, () => {
    expect(handlesIn(Array.from({ length: 80 }, (_, n) => `@h${n}`).join(' '))).toHaveLength(50)
    expect(handlesIn('`'.repeat(50_000))).toEqual([])
    expect(handlesIn('@'.repeat(100_000))).toEqual([])
    expect(handlesIn('`a'.repeat(50_000))).toEqual([])
  })
})

describe('a hyphen at the end of a mention', () => {
  let tandem: TestService
  let ada: Person
  let plain: Person
  let hyphened: Person
  let boardId: string
  let cardId: string
  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    plain = await tandem.register('Grace', { handle: 'grace' })
    hyphened = await tandem.register('Other', { handle: 'grace-' })
    boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
    for (const { actorId } of [plain, hyphened]) await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' })
    const list = await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })
    cardId = (await ada.post(`/api/lists/${list.body.id}/cards`, { title: 'Fix the pump' })).body.id
  })
  afterAll(() => tandem?.stop())

  const told = async (person: Person): Promise<number> =>
    (await person.get('/api/notifications?limit=200')).body.filter((row: { reason: string }) => row.reason === 'mentioned').length
  /** How many mentions reached grace, and how many grace-. */
  async function mentionedBy(act: () => Promise<unknown>): Promise<[number, number]> {
    const [toPlain, toHyphened] = [await told(plain), await told(hyphened)]
    await act()
    return [(await told(plain)) - toPlain, (await told(hyphened)) - toHyphened]
  }
  const say = (body: string) => ada.post(`/api/cards/${cardId}/comments`, { body })

  test.each<[string, number, number]>([
    ['@grace look', 1, 0],
    ['@grace- look', 0, 1],
    ['@grace-- look', 0, 1],
    ['@grace and @grace-', 1, 1],
    ['@grace-, @grace--', 0, 1],
    ['@grace-x', 0, 0],
  ])('%s', async (body, toPlain, toHyphened) => expect(await mentionedBy(() => say(body))).toEqual([toPlain, toHyphened]))

  test('is of the sentence where no member has such a handle, and says nothing new in an edit', async () => {
    const alan = await tandem.register('Alan', { handle: 'alan' })
    await ada.post(`/api/boards/${boardId}/members`, { actorId: alan.actorId, role: 'member' })
    const comment = await say('@alan- look')
    expect(await told(alan)).toBe(1)
    expect((await ada.patch(`/api/comments/${comment.body.id}`, { body: '@alan look' })).status).toBe(200)
    expect(await told(alan)).toBe(1)
  })
})
