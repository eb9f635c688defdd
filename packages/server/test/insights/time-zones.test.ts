import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type Stage, stageAt } from './stage.ts'

/** On 29 March 2026 the clocks of Berlin go forward at 01:00 UTC. */
let stage: Stage

beforeAll(async () => {
  stage = await stageAt('2026-03-28T21:30:00Z')
  const { card, complete, goTo, lists } = stage
  const first = await card('22:30 on Saturday', lists.doing)
  goTo('2026-03-28T23:30:00Z')
  await card('00:30 on Sunday')
  goTo('2026-03-29T21:30:00Z')
  await card('23:30 on Sunday')
  await complete(first)
  goTo('2026-03-29T22:30:00Z')
  await card('00:30 on Monday')
  goTo('2026-03-30T12:00:00Z')
})
afterAll(() => stage?.stop())

const berlin = [
  ['2026-03-27', 0, 0, 0, 0],
  ['2026-03-28', 0, 0, 1, 0],
  ['2026-03-29', 1, 2, 0, 0],
  ['2026-03-30', 1, 3, 0, 0],
]

test('days begin and end where the reader is, one of 23 hours too', { meta: { proves: ['insights.time-zone'] } }, async () => {
  const shown = await stage.insights('from=2026-03-27&timezone=Europe/Berlin')
  expect(shown).toMatchObject({ from: '2026-03-27', to: '2026-03-30', timezone: 'Europe/Berlin' })
  expect(rowsOf(shown)).toEqual(berlin)
  expect(shown.throughput).toEqual([
    { from: '2026-03-27', to: '2026-03-29', completed: 1 },
    { from: '2026-03-30', to: '2026-03-30', completed: 0 },
  ])
})

test('UTC by default, else the zone of the person', { meta: { proves: ['insights.time-zone'] } }, async () => {
  expect(rowsOf(await stage.insights('from=2026-03-28'))).toEqual([
    ['2026-03-28', 0, 1, 1, 0],
    ['2026-03-29', 1, 3, 0, 0],
    ['2026-03-30', 1, 3, 0, 0],
  ])
  expect((await stage.ada.patch('/api/me', { timezone: 'Europe/Berlin' })).status).toBe(200)
  const shown = await stage.insights('from=2026-03-27')
  expect(shown.timezone).toBe('Europe/Berlin')
  expect(rowsOf(shown)).toEqual(berlin)
})

test('today is the day of the reader: none after it is shown', async () => {
  const lastOf = async (timezone: string) => (await stage.insights(`from=2026-03-29&to=2026-12-31&timezone=${timezone}`)).to
  expect([await lastOf('Pacific/Kiritimati'), await lastOf('UTC'), await lastOf('Pacific/Pago_Pago')]).toEqual([
    '2026-03-31',
    '2026-03-30',
    '2026-03-30',
  ])
})

test('30 days when none are named, 366 at most, and what is no range is refused with what to do', {
  meta: { proves: ['limit.insights.days'] },
}, async () => {
  const { body } = await stage.ada.get(`/api/boards/${stage.boardId}/insights?timezone=UTC`)
  expect([body.from, body.to, body.flow.days.length]).toEqual(['2026-03-01', '2026-03-30', 30])
  expect((await stage.insights('from=2025-03-30&timezone=UTC')).flow.days).toHaveLength(366)
  const refusals = {
    'from=2025-03-29&timezone=UTC': 'longer than 366 days',
    'from=2026-03-02&to=2026-03-01': 'after `to`',
    'from=2026-04-15': 'in the future',
    'from=yesterday': 'a date such as',
    'timezone=%2B01:00': 'IANA',
    [`startListId=${stage.boardId}`]: 'not a list of this board',
  }
  for (const [query, words] of Object.entries(refusals)) {
    const answer = await stage.ada.get(`/api/boards/${stage.boardId}/insights?${query}`)
    expect(answer.status, query).toBe(400)
    expect(answer.text).toContain(words)
  }
})
