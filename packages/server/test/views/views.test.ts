import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('a saved view', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const save = (more: object = {}, by = team.bob) =>
    by.post(`/api/boards/${team.boardId}/views`, { name: 'Mine', query: { assignee: 'me' }, ...more })
  const listed = async (by = team.bob) => (await by.get(`/api/boards/${team.boardId}/views`)).body.map((view: { id: string }) => view.id)
  const newest = async () => {
    const [{ verb, payload }] = (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=1`)).body
    return [verb, payload]
  }
  const statuses = (answers: Answer[]) => answers.map((answer) => answer.status)

  test('that is private is there for its owner alone, and the log does not tell its name', async () => {
    const view = created(await save())
    expect(view).toMatchObject({
      boardId: team.boardId,
      name: 'Mine',
      query: { assignee: 'me' },
      layout: 'list',
      lanes: null,
      emptyLanes: false,
      columns: null,
      sort: null,
      shared: false,
      ownerActorId: team.bob.actorId,
      version: 1,
    })
    expect(await newest()).toEqual(['board.view_saved', { viewId: view.id, name: null }])
    expect((await team.bob.get(`/api/views/${view.id}`)).body).toEqual(view)
    expect(await listed()).toContain(view.id)
    for (const other of [team.ada, team.eve, team.stranger]) {
      const path = `/api/views/${view.id}`
      const answers = [
        await other.get(path),
        await other.get(`${path}/cards`),
        await other.patch(path, { name: 'x' }),
        await other.delete(path),
      ]
      expect(statuses(answers)).toEqual([404, 404, 404, 404])
    }
    expect(await listed(team.ada)).not.toContain(view.id)
    await team.bob.patch(`/api/views/${view.id}`, { name: 'Hush' })
    expect(await newest()).toEqual(['board.view_updated', { viewId: view.id, name: null }])
    expect((await team.bob.delete(`/api/views/${view.id}`)).status).toBe(204)
    expect(await newest()).toEqual(['board.view_removed', { viewId: view.id, name: null }])
    expect((await team.bob.get(`/api/views/${view.id}`)).status).toBe(404)
  })

  test('keeps the rows of its board, by an attribute or by a field', async () => {
    const view = created(await save({ layout: 'board', lanes: 'assignee', emptyLanes: true, shared: true }))
    expect(view).toMatchObject({ lanes: 'assignee', emptyLanes: true })
    const path = `/api/views/${view.id}`
    const lanes = `field:${crypto.randomUUID()}`
    expect((await team.bob.patch(path, { lanes })).body).toMatchObject({ lanes, emptyLanes: true, version: 2 })
    expect(await newest()).toEqual(['board.view_updated', { viewId: view.id, lanes, previous: { lanes: 'assignee' } }])
    expect((await team.bob.patch(path, { lanes: null, emptyLanes: false })).body).toMatchObject({ lanes: null, emptyLanes: false })
    for (const refused of ['mood', 'field:', 'field:x', '']) {
      const { status, body } = await team.bob.patch(path, { lanes: refused })
      expect([status, body.error.details?.[0]?.reason ?? body.error.reason]).toEqual([400, 'noLanes'])
    }
    expect((await team.bob.get(path)).body).toMatchObject({ lanes: null, version: 3 })
  })

  test('keeps the columns of its table and their order', async () => {
    const columns = [
      { column: 'key', widthPx: 90 },
      { column: 'due', widthPx: null },
      { column: `field:${crypto.randomUUID()}`, widthPx: 200 },
    ]
    const view = created(await save({ columns, sort: '-title', shared: true }))
    expect(view).toMatchObject({ columns, sort: '-title' })
    const path = `/api/views/${view.id}`
    expect((await team.bob.get(path)).body).toEqual(view)
    // The same once more is no change.
    expect((await team.bob.patch(path, { columns, sort: '-title' })).body).toEqual(view)
    const [fewer, sort] = [columns.slice(1), columns[2]?.column]
    expect((await team.bob.patch(path, { columns: fewer, sort })).body).toMatchObject({ columns: fewer, sort, version: 2 })
    const previous = { columns, sort: '-title' }
    expect(await newest()).toEqual(['board.view_updated', { viewId: view.id, columns: fewer, sort, previous }])
    expect((await team.bob.patch(path, { columns: null, sort: null })).body).toMatchObject({ columns: null, sort: null })
    const column = (name: string, widthPx: unknown = null) => ({ columns: [{ column: name, widthPx }] })
    for (const [refused, reason] of [
      [column('created'), 'noColumn'],
      [column('field:x'), 'noColumn'],
      [column('due', 39), 'tooLow'],
      [column('due', 641), 'tooHigh'],
      [{ columns: [...fewer, ...fewer] }, 'columnTwice'],
      [{ columns: Array.from({ length: 121 }, () => fewer[0]) }, 'tooMany'],
      [{ sort: 'labels' }, 'noTableOrder'],
      [{ sort: '--due' }, 'noTableOrder'],
    ] as const) {
      const { status, body } = await team.bob.patch(path, refused)
      expect([refused, status, body.error.details?.[0]?.reason ?? body.error.reason]).toEqual([refused, 400, reason])
    }
    expect((await team.bob.get(path)).body).toMatchObject({ columns: null, sort: null, version: 3 })
  })

  test('that is shared is there for every member, and changed by members with boards:write', async () => {
    const view = created(await save({ name: 'Triage', shared: true, layout: 'board' }))
    expect(await newest()).toEqual(['board.view_saved', { viewId: view.id, name: 'Triage' }])
    for (const by of [team.ada, team.eve])
      expect([(await by.get(`/api/views/${view.id}`)).status, (await listed(by)).includes(view.id)]).toEqual([200, true])
    expect((await team.stranger.get(`/api/views/${view.id}`)).status).toBe(404)
    const changed = (await team.ada.patch(`/api/views/${view.id}`, { name: 'Sorting', query: { priority: 'high' } })).body
    expect(changed).toMatchObject({ name: 'Sorting', query: { priority: 'high' }, version: 2, ownerActorId: team.bob.actorId })
    const previous = { name: 'Triage', query: { assignee: 'me' } }
    expect(await newest()).toEqual(['board.view_updated', { viewId: view.id, name: 'Sorting', query: { priority: 'high' }, previous }])
    expect((await team.ada.patch(`/api/views/${view.id}`, { name: 'Sorting', query: { priority: 'high' } })).body).toEqual(changed)
    const token = async (...scopes: string[]) =>
      team.tandem.withToken(created(await team.bob.post('/api/tokens', { label: 'x', scopes })).token)
    const [reader, writer] = [await token('boards:read'), await token('boards:write')]
    for (const by of [team.eve, reader]) {
      const answers = [await by.patch(`/api/views/${view.id}`, { name: 'x' }), await by.delete(`/api/views/${view.id}`)]
      expect(statuses([...answers, await by.post(`/api/boards/${team.boardId}/views`, { name: 'x', query: {}, shared: true })])).toEqual([
        403, 403, 403,
      ])
    }
    expect((await team.ada.patch(`/api/views/${view.id}`, { shared: false })).status).toBe(403)
    expect((await writer.delete(`/api/views/${view.id}`)).status).toBe(204)
    expect(await newest()).toEqual(['board.view_removed', { viewId: view.id }])
  })

  test('that a viewer keeps is private; sharing it needs a member; un-sharing it tells no more of it', async () => {
    const own = created(await save({}, team.eve))
    expect((await team.eve.patch(`/api/views/${own.id}`, { shared: true })).status).toBe(403)
    const view = created(await save({ name: 'Plan' }))
    await team.bob.patch(`/api/views/${view.id}`, { shared: true })
    const asIs = { lanes: null, emptyLanes: false, columns: null, sort: null }
    const shown = { viewId: view.id, name: 'Plan', query: { assignee: 'me' }, layout: 'list', ...asIs, shared: true }
    expect(await newest()).toEqual(['board.view_updated', shown])
    expect((await team.bob.patch(`/api/views/${view.id}`, { shared: false, name: 'Secret plan' })).status).toBe(200)
    expect(await newest()).toEqual(['board.view_updated', { viewId: view.id, name: null, shared: false }])
    expect((await team.ada.get(`/api/views/${view.id}`)).status).toBe(404)
  })

  test('that was changed meanwhile is not overwritten: 409 with the current version', async () => {
    const view = created(await save({ shared: true }))
    expect((await team.bob.patch(`/api/views/${view.id}`, { layout: 'board', ifVersion: 1 })).body.version).toBe(2)
    const stale = await team.ada.patch(`/api/views/${view.id}`, { layout: 'calendar', ifVersion: 1 })
    expect([stale.status, stale.body.error.code, stale.body.error.details]).toEqual([409, 'conflict', { currentVersion: 2 }])
    expect((await team.bob.get(`/api/views/${view.id}`)).body.layout).toBe('board')
    for (const bad of [{ layout: 'pie' }, { query: { priority: 'huge' } }, { query: { due: 'x' } }, { name: ' ' }])
      expect((await team.bob.patch(`/api/views/${view.id}`, bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await team.bob.get('/api/views/nonsense')).status).toBe(404)
  })

  test('shows each viewer the results of its search on its board, page by page', async () => {
    const [first, second] = [
      await team.newCard({ title: 'Bilge', assigneeActorIds: [team.bob.actorId] }),
      await team.newCard({ title: 'Keel', assigneeActorIds: [team.bob.actorId] }),
    ]
    const adas = await team.newCard({ title: 'Mast', assigneeActorIds: [team.ada.actorId] })
    const elsewhere = created(await team.bob.post('/api/boards', { name: 'Elsewhere', template: 'kanban' })).id
    const list = (await team.bob.get(`/api/boards/${elsewhere}`)).body.lists[0].id
    created(await team.bob.post(`/api/lists/${list}/cards`, { title: 'Bilge', assigneeActorIds: [team.bob.actorId] }))
    const field = created(await team.ada.post(`/api/boards/${team.boardId}/fields`, { name: 'Depth', type: 'number' })).id
    await team.bob.put(`/api/cards/${first}/fields/${field}`, { value: 7 })
    const shows = async (query: object, by = team.bob) => {
      const view = created(await save({ query, shared: true }))
      return (await by.get(`/api/views/${view.id}/cards`)).body.map((hit: { id: string }) => hit.id)
    }
    expect(await shows({ assignee: 'me', sort: 'created' })).toEqual([second, first])
    expect(await shows({ assignee: 'me', sort: 'created' }, team.ada)).toEqual([adas])
    expect(await shows({ assignee: 'me' }, team.eve)).toEqual([])
    expect(await shows({ q: 'bilge', completed: false })).toEqual([first])
    expect(await shows({ field: { [field]: 7 } })).toEqual([first])
    expect(await shows({ [`field.${field}`]: '7' })).toEqual([first])
    const view = created(await save({ query: { assignee: 'me', sort: 'created' } }))
    const page = await team.bob.get(`/api/views/${view.id}/cards?limit=1`)
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect([page.body[0].id, (await team.bob.get(next)).body[0].id]).toEqual([second, first])
  })
})
