import { refusal } from '@tandem/contract'
import type { Listener } from './listener.ts'

/** `perPerson`: with all agents of theirs, or a person would have as many places as they make agents. */
export type ListenerMaxima = { all: number; perPerson: number }

/** Counts sockets, streams and waiting calls together: each holds a connection, and memory for its frames. */
export type ListenerLimits = {
  /** Counts a listener. Throws rate_limited or unavailable. */
  take(listener: Listener): void
  leave(listener: Listener): void
}

const mostPerActor = 1_000

export function createListenerLimits(limits: ListenerMaxima): ListenerLimits {
  const all = new Set<Listener>()
  const ofActors = new Map<string, Set<Listener>>()
  const ofPeople = new Map<string, Set<Listener>>()

  return {
    take(listener) {
      const { actorId, ownerId } = listener.principal
      const mine = ofActors.get(actorId) ?? new Set()
      const ours = ofPeople.get(ownerId ?? actorId) ?? new Set()
      if (mine.size >= mostPerActor) throw refusal('listenersOfActor', { count: mostPerActor }, { retryAfterSeconds: 60 })
      if (ours.size >= limits.perPerson) throw refusal('listenersOfPerson', { count: limits.perPerson }, { retryAfterSeconds: 60 })
      if (all.size >= limits.all)
        throw refusal(
          'listenersFull',
          {},
          {
            retryAfterSeconds: 10,
          },
        )
      all.add(listener)
      ofActors.set(actorId, mine.add(listener))
      ofPeople.set(ownerId ?? actorId, ours.add(listener))
    },
    leave(listener) {
      const { actorId, ownerId } = listener.principal
      all.delete(listener)
      remove(ofActors, actorId, listener)
      remove(ofPeople, ownerId ?? actorId, listener)
    },
  }
}

function remove(places: Map<string, Set<Listener>>, key: string, listener: Listener): void {
  const here = places.get(key)
  here?.delete(listener)
  if (here?.size === 0) places.delete(key)
}
