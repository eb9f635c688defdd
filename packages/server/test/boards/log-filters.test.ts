import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Entry = { id: string; seq: number; verb: string; actorId: string }

describe('the log of a board, of one actor or of some verbs', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  let log: (query?: string) => Promise<Entry[]>
  let everything: Entry[]

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
    const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id as string
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
    const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
    for (const person of [ada, mia, mia]) {
      const card = (await person.post(`/api/lists/${list.id}/cards`, { title: 'Card' })).body
      await person.patch(`/api/cards/${card.id}`, { title: 'Better card' })
    }
    log = async (query = '') => (await ada.get(`/api/boards/${boardId}/activity?${query}`)).body
    everything = await log()
  })
  afterAll(() => tandem?.stop())

  const asked: [string, (entry: Entry) => boolean][] = [
    ['verb=card.created', ({ verb }) => verb === 'card.created'],
    ['verb=list.*', ({ verb }) => verb.startsWith('list.')],
    ['verb=*', () => true],
    ['verb=agent_session.*', () => false],
    ['actorId=MIA', ({ actorId }) => actorId === mia.actorId],
    ['actorId=MIA&verb=card.updated', ({ actorId, verb }) => actorId === mia.actorId && verb === 'card.updated'],
    ['actorId=MIA&verb=*', ({ actorId }) => actorId === mia.actorId],
  ]
  test.each(asked)(
    '%s is what a reader would have picked, newest first, and ascending with since',
    { meta: { proves: ['board.log.filters'] } },
    async (query, isWanted) => {
      const asking = query.replace('MIA', mia.actorId)
      expect(await log(asking)).toEqual(everything.filter(isWanted))
      const first = everything.at(-1)
      expect(await log(`${asking}&since=${first?.id}`)).toEqual(everything.toReversed().slice(1).filter(isWanted))
    },
  )

  test('its pages lead on within what was asked for, each entry once', { meta: { proves: ['board.log.filters'] } }, async () => {
    const [newest] = await log('verb=card.*&limit=1')
    expect(await log(`verb=card.*&before=${newest?.id}`)).toEqual(everything.filter(({ verb }) => verb.startsWith('card.')).slice(1))
  })

  test('what is no verb is refused, and says what would be one', { meta: { proves: ['board.log.filters'] } }, async () => {
    const refusal = (await log('verb=card.flown')) as unknown as { error: { code: string; message: string } }
    expect(refusal.error).toMatchObject({ code: 'validation', message: expect.stringContaining('card.moved') })
  })
})
