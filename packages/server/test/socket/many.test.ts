import type { ServerFrame } from '@tandem/contract'
import { expect, test } from 'vitest'
import { type BusMessage, type Present } from '../../src/live/bus.ts'
import type { Listener } from '../../src/live/listener.ts'
import { createListenerLimits } from '../../src/live/listener-limits.ts'
import { createPresence } from '../../src/live/presence.ts'
import { handClock } from '../kit/clock.ts'

const listenerOf = (actorId: string, ownerId?: string) => ({ principal: { actorId, ownerId } }) as unknown as Listener
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${String(n).padStart(4, '0')}`)

test('of those who look at a board 100 are shown, and an instance names 60 to the others', {
  meta: { proves: ['limit.presence.shown', 'limit.presence.said'] },
}, () => {
  const clock = handClock()
  const [said, shown]: [BusMessage[], ServerFrame[]] = [[], []]
  const bus = { publish: (message: BusMessage) => void said.push(message), subscribe: () => {}, start: () => {}, stop: async () => {} }
  const presence = createPresence({ clock, bus, announce: (_, frame) => void shown.push(frame) })
  presence.opened('board')
  for (const actorId of numbered(70, 'here')) presence.set('board', listenerOf(actorId), null)
  clock.advance(100)
  const lastSaid = () => said.findLast((message) => message.type === 'present')?.actors ?? []
  expect(lastSaid()).toHaveLength(60)
  expect(shown.at(-1)).toMatchObject({ actors: { length: 70 } })

  const elsewhere = (count: number): Present[] => numbered(count, 'elsewhere').map((actorId) => ({ actorId, cardId: null }))
  presence.receive('board', 'another instance', elsewhere(30))
  clock.advance(100)
  expect(shown.at(-1)).toMatchObject({ actors: { length: 100 } })
  presence.receive('board', 'another instance', elsewhere(60))
  expect(presence.frameOf('board').actors).toHaveLength(100)
  expect(lastSaid()).toHaveLength(60)
})

test('an actor has 1,000 sockets, streams and waiting calls, however many its owner may have with all agents', {
  meta: { proves: ['limit.listeners.actor'] },
}, () => {
  const places = createListenerLimits({ all: 10_000, perPerson: 5_000 })
  const mine = Array.from({ length: 1_000 }, () => listenerOf('robo', 'ada'))
  for (const listener of mine) places.take(listener)
  expect(() => places.take(listenerOf('robo', 'ada'))).toThrow(/You have 1000 sockets/)
  places.take(listenerOf('second', 'ada'))
  places.leave(mine[0] as Listener)
  places.take(listenerOf('robo', 'ada'))
})
