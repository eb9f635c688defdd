import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('search', () => {
  let team: Team
  /** Cards by their distinctive attribute. */
  const cards: Record<string, string> = {}
  let [label, urgentLabel, otherList, number, choice, tick] = ['', '', '', '', '', '']

  beforeAll(async () => {
    team = await startTeam()
    const { ada, bob, robo, boardId } = team
    label = created(await ada.post(`/api/boards/${boardId}/labels`, { name: 'Bug', color: 'red' })).id
    urgentLabel = created(await ada.post(`/api/boards/${boardId}/labels`, { name: 'Now', color: 'blue' })).id
    otherList = (await ada.get(`/api/boards/${boardId}`)).body.lists[1].id
    const field = async (name: string, more: object) => created(await ada.post(`/api/boards/${boardId}/fields`, { name, ...more })).id
    number = await field('Points', { type: 'number' })
    choice = await field('Size', { type: 'select', options: ['S', 'M'] })
    tick = await field('Legal', { type: 'checkbox' })
    cards.labeled = await team.newCard({ title: 'labeled', labelIds: [label] })
    cards.mine = await team.newCard({ title: 'mine', assigneeActorIds: [ada.actorId], priority: 'urgent' })
    cards.bobs = await team.newCard({ title: 'bobs', assigneeActorIds: [bob.actorId], priority: 'low' })
    cards.delegated = await team.newCard({ title: 'delegated', priority: 'high' })
    const sessionId = await team.delegate(cards.delegated)
    await team.post(sessionId, { op: 'update', state: 'working' })
    cards.done = await team.newCard({ title: 'done' })
    await ada.patch(`/api/cards/${cards.done}`, { completedAt: '2026-01-01T00:00:00Z' })
    cards.archived = await team.newCard({ title: 'archived' })
    await ada.patch(`/api/cards/${cards.archived}`, { archived: true })
    cards.moved = await team.newCard({ title: 'moved' })
    await ada.patch(`/api/cards/${cards.moved}`, { listId: otherList })
    cards.fields = await team.newCard({ title: 'fields' })
    const set = async (fieldId: string, value: unknown) =>
      expect((await ada.put(`/api/cards/${cards.fields}/fields/${fieldId}`, { value })).status).toBe(200)
    await set(number, 3)
    await set(choice, 'M')
    await set(tick, true)
    cards.twice = await team.newCard({ title: 'twice', labelIds: [label, urgentLabel] })
    expect((await ada.put(`/api/cards/${cards.moved}/relations/${cards.twice}`, { kind: 'blocks' })).status).toBe(204)
    expect((await ada.put(`/api/cards/${cards.done}/relations/${cards.mine}`, { kind: 'blocks' })).status).toBe(204)
    expect(robo.actorId).toBeTruthy()
  })
  afterAll(() => team?.stop())

  async function found(query: string, by: Pick<Person, 'get'> = team.ada): Promise<string[]> {
    const { status, body } = await by.get(`/api/search/cards?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const names = new Map(Object.entries(cards).map(([name, id]) => [id, name]))
    return body.map((hit: { id: string }) => names.get(hit.id) ?? hit.id).toSorted()
  }
  const open = () => Object.keys(cards).filter((name) => name !== 'archived')
  const allBut = (...left: string[]) =>
    open()
      .filter((name) => !left.includes(name))
      .toSorted()

  test('without a condition finds every card that is not archived', async () => {
    expect(await found('')).toEqual(allBut())
    expect(await found('q=')).toEqual(allBut())
    expect((await team.ada.get('/api/search/cards')).body[0].snippet).toBeNull()
  })

  test.each([
    ['a label by its id', () => `label=${label}`, ['labeled', 'twice']],
    ['a label by its name in any case', () => 'label=bUG', ['labeled', 'twice']],
    ['all of several labels', () => `label=${label}&label=nOW&everyLabel`, ['twice']],
    ['all labels, one of which there is not', () => `label=${label}&label=nothing&everyLabel`, []],
    ['cards that wait for others', () => 'blocked=true', ['twice']],
    ['a label that there is not', () => 'label=nothing', []],
    ['me as the assignee', () => 'assignee=me', ['mine']],
    ['another assignee', () => `assignee=${team.bob.actorId}`, ['bobs']],
    ['one of several assignees', () => `assignee=me&assignee=${team.bob.actorId}`, ['bobs', 'mine']],
    ['an agent', () => `delegatedTo=${team.robo.actorId}`, ['delegated']],
    ['one priority', () => 'priority=urgent', ['mine']],
    ['several priorities', () => 'priority=urgent&priority=low', ['bobs', 'mine']],
    ['completed cards', () => 'completed=true', ['done']],
    ['archived cards', () => 'archived=true', ['archived']],
    ['a list', () => `listId=${otherList}`, ['moved']],
    ['the state of the newest session', () => 'sessionState=working', ['delegated']],
    ['another state', () => 'sessionState=done', []],
    ['a number', () => `field.${number}=3`, ['fields']],
    ['a number in other words', () => `field.${number}=3.0`, ['fields']],
    ['another number', () => `field.${number}=4`, []],
    ['what is no number', () => `field.${number}=many`, []],
    ['a choice', () => `field.${choice}=M`, ['fields']],
    ['a tick', () => `field.${tick}=true`, ['fields']],
    ['several fields at once', () => `field.${tick}=true&field.${choice}=S`, []],
    ['a field that there is not', () => `field.${label}=x`, []],
    ['all conditions together', () => 'assignee=me&priority=urgent&completed=false&q=mine', ['mine']],
    ['conditions that exclude one another', () => 'assignee=me&priority=low', []],
  ])('filters by %s', async (_, query, names) => {
    expect(await found(query())).toEqual(names)
  })

  test('filters by what is missing', async () => {
    expect(await found('assignee=none')).toEqual(allBut('mine', 'bobs'))
    expect(await found('assignee=none&assignee=me')).toEqual(allBut('bobs'))
    expect(await found('delegatedTo=none')).toEqual(allBut('delegated'))
    expect(await found('blocked=false')).toEqual(allBut('twice'))
    expect(await found('due=none')).toEqual(allBut())
    expect(await found('completed=false')).toEqual(allBut('done'))
    expect(await found(`field.${tick}=false`)).toEqual(allBut('fields'))
  })

  test("filters by due date in the caller's time zone", async () => {
    const { ada, bob, tandem } = team
    const local = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(tandem.clock.now())
    const zone = 'Pacific/Kiritimati'
    expect((await bob.patch('/api/me', { timezone: zone })).status).toBe(200)
    // 14 hours ahead: noon of that day is the day before in Greenwich.
    const [noon, board] = [
      new Date(`${local(zone)}T12:00:00+14:00`),
      created(await ada.post('/api/boards', { name: 'Dates', template: 'kanban' })).id,
    ]
    await ada.post(`/api/boards/${board}/members`, { actorId: bob.actorId, role: 'viewer' })
    const list = (await ada.get(`/api/boards/${board}`)).body.lists[0].id
    const due = async (title: string, days: number) => {
      const dueAt = new Date(noon.getTime() + days * 86_400_000).toISOString()
      cards[title] = created(await ada.post(`/api/lists/${list}/cards`, { title, dueAt })).id
    }
    await due('yesterdays', -1)
    await due('todays', 0)
    await due('weeks', 6)
    await due('later', 7)
    const on = (query: string, by = bob) => found(`boardId=${board}&${query}`, by)
    expect(await on('due=today')).toEqual(['todays'])
    expect(await on('due=week')).toEqual(['todays', 'weeks'])
    expect(await on('due=overdue')).toContain('yesterdays')
    expect(await on(`due=${local(zone)}..${local(zone)}`)).toEqual(['todays'])
    expect(await on(`due=${noon.toISOString()}..${noon.toISOString()}`)).toEqual(['todays'])
    expect(await on('due=2020-01-01..')).toEqual(['later', 'todays', 'weeks', 'yesterdays'])
    expect(await on('due=..2020-01-01')).toEqual([])
    expect(await on('due=none')).toEqual([])
    await ada.patch(`/api/cards/${cards.yesterdays}`, { completedAt: '2026-01-01T00:00:00Z' })
    expect(await on('due=overdue')).not.toContain('yesterdays')
    for (const name of ['yesterdays', 'todays', 'weeks', 'later']) await ada.patch(`/api/cards/${cards[name]}`, { archived: true })
    for (const name of ['yesterdays', 'todays', 'weeks', 'later']) delete cards[name]
  })

  test('knows an agent as me', async () => {
    expect(await found('delegatedTo=me', team.robo)).toEqual(['delegated'])
    expect(await found('delegatedTo=me', team.bert)).toEqual([])
  })

  test('refuses what it cannot understand with 400, and never fails on it', async () => {
    const strange = ['due=someday', 'due=..', 'due=2026-02-31..', 'priority=huge', 'assignee=you', 'sort=rank', 'limit=0', 'cursor=abc']
    for (const query of [
      ...strange,
      `cursor=${Buffer.from('{"sort":"updated","last":{"value":"x"}}').toString('base64url')}`,
      `q=${'x'.repeat(501)}`,
    ])
      expect((await team.ada.get(`/api/search/cards?${query}`)).status, query).toBe(400)
    for (const query of [
      'due=0000-01-01..',
      'due=..9999-12-31',
      'due=0000-01-01T00:00:00Z..9999-12-31T23:59:59-12:00',
      `field.${number}=1e400`,
    ])
      expect((await team.ada.get(`/api/search/cards?${query}`)).status, query).toBe(200)
    const rank = { sort: 'relevance', last: { value: [true, 5], id: cards.mine, among: [cards.mine, cards.mine] }, mark: 5 }
    const cursor = Buffer.from(JSON.stringify(rank)).toString('base64url')
    expect((await team.ada.get(`/api/search/cards?q=mine&cursor=${cursor}`)).status).toBe(200)
    expect((await team.ada.get(`/api/search/cards?q=mine&sort=updated&cursor=${cursor}`)).status).toBe(400)
  })

  test('shows only boards that the caller can read, for every query (F67)', async () => {
    const { stranger, ada, bob, boardId } = team
    expect(await found('', stranger)).toEqual([])
    expect(await found('q=mine', stranger)).toEqual([])
    expect(await found(`label=${label}`, stranger)).toEqual([])
    expect((await stranger.get(`/api/search/cards?boardId=${boardId}`)).status).toBe(404)
    const secret = created(await ada.post('/api/boards', { name: 'Secret', template: 'kanban' })).id
    const list = (await ada.get(`/api/boards/${secret}`)).body.lists[0].id
    const hidden = created(await ada.post(`/api/lists/${list}/cards`, { title: 'Hidden mine' }))
    expect(await found('q=hidden')).toEqual([hidden.id])
    expect(await found(`q=${hidden.key}`)).toEqual([hidden.id])
    expect(await found('q=hidden', bob)).toEqual([])
    expect(await found(`q=${hidden.key}`, bob)).toEqual([])
    expect((await bob.get(`/api/search/cards?boardId=${boardId}&boardId=${secret}`)).status).toBe(404)
    expect(await found(`boardId=${secret}`)).toEqual([hidden.id])
    expect(await found(`boardId=${boardId}&q=mine`)).toEqual(['mine'])

    const leashed = team.tandem.withToken(
      created(await ada.post('/api/tokens', { label: 'leashed', scopes: ['boards:read', `board:${boardId}`] })).token,
    )
    expect(await found('q=mine', leashed)).toEqual(['mine'])
    expect(await found(`q=${hidden.key}`, leashed)).toEqual([])
    expect((await leashed.get(`/api/search/cards?boardId=${secret}`)).status).toBe(403)
    const scopeless = team.tandem.withToken(created(await ada.post('/api/tokens', { label: 'x', scopes: ['sessions:read'] })).token)
    expect((await scopeless.get('/api/search/cards')).status).toBe(403)
    expect((await team.tandem.anonymous.get('/api/search/cards')).status).toBe(401)

    await ada.post(`/api/boards/${secret}/members`, { actorId: bob.actorId, role: 'viewer' })
    expect(await found('q=hidden', bob)).toEqual([hidden.id])
    await ada.delete(`/api/boards/${secret}/members/${bob.actorId}`)
    expect(await found('q=hidden', bob)).toEqual([])
  })
})
