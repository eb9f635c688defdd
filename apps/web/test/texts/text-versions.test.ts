import type { Activity } from '@tandem/contract'
import { expect, test } from 'vitest'
import { findDescriptions } from '../../src/api/descriptions.ts'
import { staleAfter } from '../../src/live/stale-after.ts'
import { versionsIn } from '../../src/screens/card/history/versions.ts'
import { endsOf } from '../../src/screens/card/text/text-difference.tsx'

const happened = (id: string, verb: Activity['verb'], payload: Record<string, unknown>): Activity =>
  ({ id, verb, payload, actorId: `by ${id}`, createdAt: `at ${id}` }) as unknown as Activity
const changed = (id: string, to: string, from?: string) =>
  happened(id, 'card.updated', { description: to, previous: from === undefined ? {} : { description: from } })

test('versions are what the log says, and below them what the card was made with', () => {
  const made = happened('1', 'card.created', { title: 'One' })
  const log = [
    changed('3', 'third', 'second'),
    happened('x', 'card.updated', { title: 'Two', previous: {} }),
    changed('2', 'second', 'first'),
    made,
  ]
  const texts = (of: readonly Activity[], isWhole: boolean) => versionsIn(of, isWhole).map(({ text, actorId }) => `${text} ${actorId}`)
  expect(texts(log, true)).toEqual(['third by 3', 'second by 2', 'first by 1'])
  expect(texts(log.slice(0, 3), false)).toEqual(['third by 3', 'second by 2'])
  // A card's text on a board that it has left is not shown.
  expect(texts([changed('2', 'here'), made], true)).toEqual(['here by 2'])
  // A card that began empty has no empty first version.
  expect(texts([changed('2', 'first', ''), made], true)).toEqual(['first by 2'])
})

test('versions are looked for in a few requests at a time, which go on where the last ones ended', async () => {
  const steps = Array.from({ length: 2_500 }, (_, at) => happened(`step ${at}`, 'agent_session.progress', {}))
  const log = [...steps, changed('2', 'second', 'first'), happened('1', 'card.created', {})]
  let requests = 0
  const read = async ({ limit, before }: { limit: number; before?: string }) => {
    requests += 1
    const from = before === undefined ? 0 : log.findIndex(({ id }) => id === before) + 1
    return log.slice(from, from + limit)
  }
  const first = await findDescriptions(read, undefined)
  expect([first, requests]).toEqual([{ found: [], next: 'step 999' }, 5])
  const second = await findDescriptions(read, first.next)
  expect([second, requests]).toEqual([{ found: [], next: 'step 1999' }, 10])
  const third = await findDescriptions(read, second.next)
  expect([third.found.map(({ id }) => id), third.next, requests]).toEqual([['2', '1'], undefined, 13])
})

test('versions are read anew only when the description has changed', () => {
  const isStale = (activity: Activity) =>
    staleAfter({ ...activity, cardId: 'card' }).some(([what, id]) => what === 'versions' && id === 'card')
  expect(isStale(changed('1', 'new', 'old'))).toBe(true)
  expect(isStale(happened('1', 'card.updated', { title: 'Two', previous: {} }))).toBe(false)
  expect(isStale(happened('1', 'agent_session.progress', {}))).toBe(false)
})

test('of a long part that stayed, the lines beside the changes are shown', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `l${at}`).join('\n')
  expect(endsOf(lines, { isFirst: false, isLast: false })).toBe('l0\nl1\n…\nl7\nl8')
  expect(endsOf(lines, { isFirst: true, isLast: false })).toBe('…\nl7\nl8')
  expect(endsOf(lines, { isFirst: false, isLast: true })).toBe('l0\nl1\n…')
  expect(endsOf('a\nb', { isFirst: false, isLast: false })).toBe('a\nb')
  expect(endsOf(lines, { isFirst: true, isLast: true })).toBe(lines)
})
