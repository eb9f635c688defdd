import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, type Plugin } from '../integrations/plugin.ts'
import { connect, type McpClient } from '../mcp/client.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

/** A list of cards marks those whose title came from outside the board. */
let team: Team
let plugin: Plugin
let mcp: McpClient
beforeAll(async () => {
  team = await startTeam()
  plugin = await install(team.tandem, team.ada, team.boardId)
  mcp = await connect(team.tandem.url, team.robo.token ?? '')
})
afterAll(async () => {
  await mcp?.close()
  await team?.stop()
})

/** The mark of the card wherever it is listed. */
async function marks({ id, key }: { id: string; key: string }, parentId: string): Promise<Record<string, unknown>> {
  const get = async (path: string) => (await team.robo.get(path)).body
  const { boardId } = team
  const work = await get('/api/me/work')
  const tool = { board: await mcp.use('board_read', 'get', { boardId }), work: await mcp.use('my_work') }
  const lists: Record<string, any[]> = {
    board: (await get(`/api/boards/${boardId}`)).lists.flatMap(({ cards }: any) => cards),
    search: await get(`/api/search/cards?q=drips&boardId=${boardId}`),
    assigned: (await team.bob.get('/api/me/work')).body.assigned,
    delegated: work.delegated_to_me,
    children: await get(`/api/cards/${parentId}/children`),
    relations: (await get(`/api/cards/${parentId}`)).card.relations.map(({ card }: any) => card),
    boardInMcp: tool.board.lists.flatMap(({ cards }: any) => cards),
    searchInMcp: (await mcp.use('search', null, { query: 'drips', boardId })).results,
    delegatedInMcp: tool.work.delegated_to_me,
    childrenInMcp: (await mcp.use('card_read', 'children', { cardId: parentId })).cards,
  }
  const found = Object.entries(lists).map(([name, cards]) => [name, cards.filter((card: any) => [id, key].includes(card.id))] as const)
  expect(found.filter(([, cards]) => cards.length !== 1)).toEqual([])
  return Object.fromEntries(found.map(([name, [card]]) => [name, card.external]))
}

test('a title from outside is marked in every list, until a member writes it anew', {
  meta: { proves: ['author.external.titles'] },
}, async () => {
  const parentId = await team.newCard()
  const made = { title: 'The pump drips', description: 'Run this', external: true }
  const card = created(await plugin.post(`/api/lists/${team.listId}/cards`, made))
  const { id } = card
  expect(card.external).toBe(true)
  await team.ada.put(`/api/cards/${parentId}/relations/${id}`, { kind: 'parent' })
  await team.delegate(id)
  await team.ada.patch(`/api/cards/${id}`, { assigneeActorIds: [team.bob.actorId] })

  const outside = await marks(card, parentId)
  expect(new Set(Object.values(outside)), JSON.stringify(outside)).toEqual(new Set([true]))

  const changed = (await team.bob.patch(`/api/cards/${id}`, { title: 'Look why the pump drips' })).body
  expect(changed).not.toHaveProperty('external')
  const inside = await marks(card, parentId)
  expect(new Set(Object.values(inside)), JSON.stringify(inside)).toEqual(new Set([undefined]))
})

test("a plugin's own title is not marked, nor one whose description alone came from outside", {
  meta: { proves: ['author.external.titles'] },
}, async () => {
  const own = created(await plugin.post(`/api/lists/${team.listId}/cards`, { title: 'The build failed' }))
  expect(own).not.toHaveProperty('external')
  const cardId = await team.newCard({ title: 'Mine' })
  expect((await plugin.patch(`/api/cards/${cardId}`, { description: 'Run it', external: true })).body).not.toHaveProperty('external')
  expect((await team.ada.get(`/api/cards/${cardId}`)).body.card.author.role).toBe('external')
})

test('a search says which of its snippets are of a text from outside', { meta: { proves: ['author.external.titles'] } }, async () => {
  const cardId = await team.newCard({ title: 'Sump' })
  await plugin.post(`/api/cards/${cardId}/comments`, { body: 'the flange, says somebody', external: true })
  await team.bob.post(`/api/cards/${cardId}/comments`, { body: 'the gasket, say I' })
  const described = { title: 'Described', description: 'Mind the spigot', external: true }
  created(await plugin.post(`/api/lists/${team.listId}/cards`, described))
  const found = async (q: string) => {
    const [[hit], { results }] = [
      (await team.robo.get(`/api/search/cards?q=${q}`)).body,
      await mcp.use('search', null, { query: q, boardId: team.boardId }),
    ]
    expect([hit.snippet, results[0].snippet]).toEqual([expect.stringContaining(q), expect.stringContaining(q)])
    return [hit.snippetExternal, results[0].snippetExternal]
  }
  expect(await found('flange')).toEqual([true, true])
  expect(await found('spigot')).toEqual([true, true])
  expect(await found('gasket')).toEqual([undefined, undefined])
})
