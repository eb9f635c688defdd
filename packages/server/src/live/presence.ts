import type { ServerFrame } from '@tandem/contract'
import type { Clock } from '../kernel/common/clock.ts'
import type { Bus, Present } from './bus.ts'
import type { Listener } from './listener.ts'

/**
 * Presence on a board: who looks at which card, as reported by sockets here and on other instances. It is not stored: it ends with the
 * socket, or with an instance that no longer reports.
 */
export type Presence = {
  /** Null = on the board, without a card. */
  set(boardId: string, listener: Listener, cardId: string | null): void
  clear(boardId: string, listener: Listener): void
  /** Removes an actor who has lost access to the board. */
  clearActor(boardId: string, actorId: string): void
  isAnybodyHere(boardId: string): boolean
  frameOf(boardId: string): PresenceFrame
  /** The board gets its first follower on this instance, or loses the last. */
  opened(boardId: string): void
  closed(boardId: string): void
  receive(boardId: string, from: string, actors: readonly Present[]): void
  /** Announces the actors who have the board open on this instance. */
  answer(boardId: string): void
  /** Announces them again, and forgets instances that have stopped announcing. */
  poll(): void
}

type PresenceFrame = Extract<ServerFrame, { type: 'presence' }>
type Elsewhere = { actors: readonly Present[]; untilMs: number }
type Room = { here: Map<Listener, string | null>; elsewhere: Map<string, Elsewhere>; announcing: boolean; sent: string; said: string }

/** Changes within this time are announced in one frame. */
const announceAfterMs = 100
const mostShown = 100
/** The most actors in one message between instances. */
const mostSaid = 60
export const pollEveryMs = 10_000
const lastingMs = 3 * pollEveryMs

type PresenceDeps = { clock: Clock; bus: Bus; announce(boardId: string, frame: PresenceFrame): void }

export function createPresence({ clock, bus, announce }: PresenceDeps): Presence {
  const rooms = new Map<string, Room>()

  return {
    set(boardId, listener, cardId) {
      rooms.get(boardId)?.here.set(listener, cardId)
      changed(boardId)
    },
    clear(boardId, listener) {
      if (rooms.get(boardId)?.here.delete(listener)) changed(boardId)
    },
    clearActor(boardId, actorId) {
      const room = rooms.get(boardId)
      for (const listener of room?.here.keys() ?? []) if (listener.principal.actorId === actorId) room?.here.delete(listener)
      changed(boardId)
    },
    isAnybodyHere: (boardId) => (rooms.get(boardId)?.here.size ?? 0) > 0,
    frameOf,
    opened(boardId) {
      rooms.set(boardId, { here: new Map(), elsewhere: new Map(), announcing: false, sent: '[]', said: '[]' })
      bus.publish({ type: 'who is present', boardId })
    },
    closed(boardId) {
      rooms.get(boardId)?.here.clear()
      publish(boardId)
      rooms.delete(boardId)
    },
    receive(boardId, from, actors) {
      const room = rooms.get(boardId)
      if (!room) return
      if (actors.length === 0) room.elsewhere.delete(from)
      else room.elsewhere.set(from, { actors, untilMs: clock.now() + lastingMs })
      changed(boardId)
    },
    answer: (boardId) => publish(boardId, 'again'),
    poll() {
      for (const [boardId, room] of rooms) {
        publish(boardId, 'again')
        for (const [from, { untilMs }] of room.elsewhere) if (clock.now() > untilMs) room.elsewhere.delete(from)
        changed(boardId)
      }
    },
  }

  function changed(boardId: string): void {
    const room = rooms.get(boardId)
    if (!room || room.announcing) return
    room.announcing = true
    clock.after(announceAfterMs, () => {
      room.announcing = false
      if (rooms.get(boardId) !== room) return
      publish(boardId)
      const frame = frameOf(boardId)
      const now = JSON.stringify(frame.actors)
      if (now === room.sent) return
      room.sent = now
      announce(boardId, frame)
    })
  }

  function publish(boardId: string, again?: 'again'): void {
    const room = rooms.get(boardId)
    if (!room) return
    const actors = hereIn(room).slice(0, mostSaid)
    const now = JSON.stringify(actors)
    if (now === room.said && (!again || actors.length === 0)) return
    room.said = now
    bus.publish({ type: 'present', boardId, actors })
  }

  function frameOf(boardId: string): PresenceFrame {
    const room = rooms.get(boardId)
    const all = room ? [...hereIn(room), ...[...room.elsewhere.values()].flatMap(({ actors }) => actors)] : []
    const byName = new Map(all.map((present) => [`${present.actorId} ${present.cardId}`, present]))
    const actors = [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, present]) => present)
    return { type: 'presence', boardId, actors: actors.slice(0, mostShown) }
  }
}

const hereIn = ({ here }: Room): Present[] => [...here].map(([{ principal }, cardId]) => ({ actorId: principal.actorId, cardId }))
