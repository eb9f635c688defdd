import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'
import { connect, eras } from '../client.ts'
import { startWork } from '../working.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

const working = () => startWork({ service: tandem, owner: ada })

describe.each(eras)('addresses and prompts on the %s protocol', (era) => {
  test('are listed, read and completed', { meta: { proves: ['mcp.completion'] } }, async () => {
    const { board, card, session, token, robo } = await working()
    const { client, close } = await connect(tandem.url, token, era)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['me://work', `board://${board.id}`])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['board://{boardId}', 'card://{key}', 'session://{sessionId}'])
    const read = async (uri: string) => JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text)
    expect((await read('me://work')).delegated_to_me[0].key).toBe(card.key)
    expect((await read(`board://${board.keyPrefix}`)).board.id).toBe(board.id)
    expect((await read(`card://${card.key.toLowerCase()}`)).card.title).toBe('Pump')
    expect((await read(`session://${session.id}`)).state).toBe('queued')
    for (const uri of ['card://NONE-1', 'odd://x', 'card://', 'me://play']) await expect(client.readResource({ uri })).rejects.toThrow()

    const complete = async (name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name: 'work_on_card' }, argument: { name, value } })).completion.values
    expect(await complete('key', card.key.slice(0, 2).toLowerCase())).toEqual([card.key])
    expect(await complete('key', `${board.keyPrefix}-`)).toEqual([card.key])
    expect(await complete('board', board.keyPrefix.slice(0, 1))).toEqual([board.keyPrefix])
    expect(await complete('unheard', 'x')).toEqual([])
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['work_on_card', 'triage_board', 'standup'])
    for (const name of ['triage_board', 'standup']) {
      const { messages } = await client.getPrompt({ name, arguments: { board: board.keyPrefix } })
      expect(messages).toHaveLength(2)
    }
    const long = `${'Ночная смена '.repeat(14)}${era}`
    const named = (await ada.post('/api/boards', { name: long })).body
    await ada.post(`/api/boards/${named.id}/members`, { actorId: robo.actorId, role: 'viewer' })
    const { messages } = await client.getPrompt({ name: 'standup', arguments: { board: long } })
    expect(JSON.stringify(messages[1])).toContain(named.id)
    await expect(client.getPrompt({ name: 'work_on_card', arguments: { key: 'NONE-1' } })).rejects.toThrow()
    await expect(client.getPrompt({ name: 'work_on_card' })).rejects.toThrow(/needs key/)
    await expect(client.getPrompt({ name: 'unheard' })).rejects.toThrow(/no prompt/)
    await close()
  })
})
