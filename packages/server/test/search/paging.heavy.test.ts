import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

/** Random numbers from a seed, so that a failing order of events can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const priorities = ['none', 'low', 'medium', 'high', 'urgent']

describe('the pages of a search', () => {
  let team: Team
  let ids: string[]
  const random = randomFrom(7)
  beforeAll(async () => {
    team = await startTeam()
    ids = []
    for (let at = 0; at < 60; at++) {
      ids.push(
        await team.newCard({
          title: `Harvester ${['pump', 'harvestor', 'valve'][random(3)]} ${at}`,
          description: ['Harvester', '', 'harvest'][random(3)],
          priority: priorities[random(5)],
          ...(random(3) > 0 && { dueAt: `2026-12-${String(1 + random(9)).padStart(2, '0')}T00:00:00Z` }),
        }),
      )
    }
    // All at one moment, so that nothing but the id tells them apart.
    await team.tandem.database.rows({
      name: '',
      text: `update cards set updated_at = date_trunc('day', updated_at), created_at = date_trunc('day', created_at)`,
    })
    await team.tandem.service.textIndex.takeIn()
  })
  afterAll(() => team?.stop())

  /** Reads page after page; `between` changes things after each. */
  async function readAll(query: string, between: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = []
    for (let path: string | undefined = `/api/search/cards?${query}&limit=7`; path !== undefined; ) {
      const { status, body, headers } = await team.ada.get(path)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.length).toBeLessThanOrEqual(7)
      seen.push(...body.map((hit: { id: string }) => hit.id))
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      await between()
    }
    return seen
  }

  const sorts = [
    'sort=updated',
    'sort=created',
    'sort=due',
    'sort=priority',
    'q=harvester',
    'q=harvester&sort=updated',
    'q=harvestr',
    'q=harvester pump',
  ]

  test.each(sorts)('%s: show every card once, in the order of one long page', async (query) => {
    const whole = (await team.ada.get(`/api/search/cards?${query}&limit=200`)).body.map((hit: { id: string }) => hit.id)
    expect(await readAll(query, async () => {})).toEqual(whole)
    if (query !== 'q=harvester pump') expect(whole.toSorted()).toEqual(ids.toSorted())
  })

  test.each(sorts)('%s: show every card with an unchanged sort value exactly once, also when others change', async (query) => {
    const { ada, boardId } = team
    const whole = await readAll(query, async () => {})
    const disturbed = new Set<string>()
    const acts = [
      () =>
        team.newCard({
          title: 'Harvester pump new',
          description: `harvestar${random(1_000)} harvesterr`,
          dueAt: '2026-12-03T00:00:00Z',
          priority: 'high',
        }),
      () => team.tandem.service.textIndex.takeIn(),
      async () => {
        const id = ids[random(ids.length)] ?? ''
        disturbed.add(id)
        const changed = [
          { title: `Harvester pump ${random(1_000)}` },
          { priority: priorities[random(5)] },
          { dueAt: null },
          { archived: true },
          { archived: false },
        ]
        await ada.patch(`/api/cards/${id}`, changed[random(changed.length)] ?? {})
      },
    ]
    const seen = await readAll(query, async () => {
      for (let count = 0; count < 3; count++) await acts[random(acts.length)]?.()
    })
    const calm = whole.filter((id) => !disturbed.has(id))
    expect(seen.filter((id) => calm.includes(id))).toEqual(calm)
    expect(boardId).toBeTruthy()
  })

  test.each(sorts)('%s: keep what was shown at a limit of one, too', async (query) => {
    const whole = await readAll(query, async () => {})
    const seen: string[] = []
    for (let path: string | undefined = `/api/search/cards?${query}&limit=1`; path !== undefined && seen.length < 10; ) {
      const { body, headers } = await team.ada.get(path)
      seen.push(...body.map((hit: { id: string }) => hit.id))
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(whole.slice(0, 10))
  })

  test.each([
    ['updated', null],
    ['created', null],
    ['priority', null],
    ['relevance', null],
    ['updated', '0000-01-01T00:00:00Z'],
    ['due', '0000-01-01T00:00:00Z'],
    ['created', 5],
    ['updated', "2026-11-21T00:00:00Z' or true --"],
  ])('a cursor that was made up (%s, %s) is refused', async (sort, value) => {
    const id = '019f0000-0000-7000-8000-000000000001'
    const cursor = Buffer.from(JSON.stringify({ sort, last: { value, id, among: [id, id] } })).toString('base64url')
    const q = sort === 'relevance' ? '&q=pump' : ''
    expect((await team.ada.get(`/api/search/cards?sort=${sort}&cursor=${cursor}${q}`)).status).toBe(400)
  })
})
