import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'
import { install } from './plugin.ts'

/** A value of settings: where, under which name, what says that the caller read it, and three values that it may have. */
type Value = { what: string; path: string; name: string; ifName: string; values: readonly [unknown, unknown, unknown] }

describe('a setting that was changed since the caller read it', () => {
  let team: Team
  let ofBoard: Value[]
  let ofOwner: Value[]
  let own: Value[]
  beforeAll(async () => {
    team = await startTeam()
    const { ada, robo, boardId, tandem } = team
    const url = (path: string) => `http://127.0.0.1:1025/${path}`
    const { integrationId } = await install(tandem, ada, boardId, {
      inboundUrl: url('in'),
      config: { repository: 'acme/one', labels: true },
    })
    const integration = `/api/boards/${boardId}/integrations/${integrationId}`
    const board = `/api/boards/${boardId}/webhooks`
    const webhook = `${board}/${created(await ada.post(board, { url: url('one'), events: ['card.*', 'list.*'] })).webhook.id}`
    const fields = `/api/boards/${boardId}/fields`
    const field = `/api/fields/${created(await ada.post(fields, { name: 'Size', type: 'select', options: ['S', 'L'] })).id}`
    const actor = `/api/actors/${ada.actorId}/webhooks`
    const ownWebhook = `${actor}/${created(await ada.post(actor, { url: url('one'), events: ['agent_session.*'] })).webhook.id}`
    const agent = `/api/agents/${robo.actorId}`
    const { handle } = (await robo.get('/api/me')).body
    const configs = [
      { repository: 'acme/one', labels: true },
      { repository: 'acme/two', labels: { bug: 'red' } },
      { repository: 'acme/three', labels: { bug: 'blue', idea: 'red' } },
    ] as const
    ofBoard = [
      { what: 'integration', path: integration, name: 'name', ifName: 'ifName', values: ['GitHub', 'Code', 'Forge'] },
      { what: 'integration', path: integration, name: 'inboundUrl', ifName: 'ifInboundUrl', values: [url('in'), url('b'), url('c')] },
      { what: 'integration', path: integration, name: 'config', ifName: 'ifConfig', values: configs },
      { what: 'webhook', path: webhook, name: 'url', ifName: 'ifUrl', values: [url('one'), url('two'), url('three')] },
      { what: 'webhook', path: webhook, name: 'events', ifName: 'ifEvents', values: [['card.*', 'list.*'], ['*'], ['card.*']] },
      {
        what: 'field',
        path: field,
        name: 'options',
        ifName: 'ifOptions',
        values: [
          ['S', 'L'],
          ['S', 'M', 'L'],
          ['L', 'S'],
        ],
      },
    ]
    ofOwner = [
      { what: 'agent', path: agent, name: 'name', ifName: 'ifName', values: ['Robo', 'Rob', 'Robert'] },
      { what: 'agent', path: agent, name: 'handle', ifName: 'ifHandle', values: [handle, 'rob', 'robert'] },
    ]
    own = [
      { what: 'webhook of an actor', path: ownWebhook, name: 'url', ifName: 'ifUrl', values: [url('one'), url('two'), url('three')] },
      {
        what: 'webhook of an actor',
        path: ownWebhook,
        name: 'events',
        ifName: 'ifEvents',
        values: [['agent_session.*'], ['*'], ['agent_session.created']],
      },
      { what: 'profile', path: '/api/me', name: 'name', ifName: 'ifName', values: ['Ada', 'Ada L.', 'Ada Lovelace'] },
      { what: 'profile', path: '/api/me', name: 'handle', ifName: 'ifHandle', values: ['ada', 'ada-l', 'ada-lovelace'] },
    ]
  })
  afterAll(() => team?.stop())

  const write = ({ path, name, ifName }: Value, value: unknown, read: unknown, by = team.ada) =>
    by.patch(path, { [name]: value, [ifName]: read })
  const log = async () => (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=200`)).body.length

  test('is refused with the value as it is, and nothing is changed; with that value it is taken', async () => {
    for (const value of [...ofBoard, ...ofOwner, ...own]) {
      const [one, two, three] = value.values
      expect((await write(value, two, one)).body, value.what).toMatchObject({ [value.name]: two })
      const before = await log()
      const refused = await write(value, three, one)
      expect([refused.status, refused.body.error], value.what).toMatchObject([
        409,
        { code: 'conflict', reason: 'textChangedSince', details: { current: { [value.name]: two } } },
      ])
      expect(await log(), value.what).toBe(before)
      expect((await write(value, three, two)).body, value.what).toMatchObject({ [value.name]: three })
    }
  })

  test('is taken by one of two who began with the same value at once', async () => {
    for (const value of [...ofBoard, ...ofOwner, ...own]) {
      const [one, two, three] = value.values
      const both = await Promise.all([write(value, one, three), write(value, two, three)])
      expect(both.map(({ status }) => status).sort(), value.what).toEqual([200, 409])
    }
  })

  test('is taken by the agent or by its owner, who began with the same name at once', async () => {
    const { ada, tandem } = team
    const robo = await tandem.agent(ada, 'Itself', [team.boardId], ['agents:write'])
    const { name } = (await robo.get('/api/me')).body
    const both = await Promise.all([
      robo.patch('/api/me', { name: 'By itself', ifName: name }),
      ada.patch(`/api/agents/${robo.actorId}`, { name: 'By its owner', ifName: name }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const taken = both.find(({ status }) => status === 200)
    expect((await robo.get('/api/me')).body.name).toBe(taken?.body.name)
  })

  test('is not told to who may not change it', async () => {
    for (const value of [...ofBoard, ...ofOwner]) {
      const [, two] = value.values
      const refused = [await write(value, two, two, team.eve), await write(value, two, two, team.stranger)]
      expect(
        refused.map(({ status }) => status),
        value.what,
      ).toEqual(value.what === 'agent' ? [404, 404] : [403, 404])
      expect(JSON.stringify(refused.map(({ body }) => body)), value.what).not.toContain('current')
    }
  })

  test('is not minded by a change of another setting, nor by the order of the keys of a config', async () => {
    const [name, , config] = ofBoard
    const { ada } = team
    const path = name?.path ?? ''
    await ada.patch(path, { config: { b: 1, a: { d: 2, c: 3 } } })
    await ada.patch(path, { name: 'Named anew' })
    expect((await ada.patch(path, { config: { a: 1 }, ifConfig: { a: { c: 3, d: 2 }, b: 1 } })).body).toMatchObject({
      name: 'Named anew',
      config: { a: 1 },
    })
    expect((await ada.patch(config?.path ?? '', { config: { a: 2 }, ifConfig: { a: 1, b: 1 } })).status).toBe(409)
  })
})
