import type { OwnThing } from '../kernel/mutation.ts'

/** An actor who has a board open, and the card that they look at. */
export type Present = { actorId: string; cardId: string | null }

/** A message between instances. */
export type BusMessage =
  /** These boards have new activities; `told`: those of them with new notifications. Null: too many to list. */
  | { type: 'moved'; boardIds: string[] | null; told: string[] | null }
  /** The actors who have the board open on the sending instance. */
  | { type: 'present'; boardId: string; actors: Present[] }
  | { type: 'who is present'; boardId: string }
  /** Something of this actor's own has changed. Read again by a client that comes back, should it be lost. */
  | { type: 'changed'; actorId: string; what: OwnThing }

/** Messages between the instances on one database. A message may be lost: each has a slow poll as a fallback. */
export type Bus = {
  /** Never fails and never waits. Messages about boards that moved are merged. */
  publish(message: BusMessage): void
  /** Receives the messages of other instances; `from` names the instance. */
  subscribe(listener: (message: BusMessage, from: string) => void): void
  start(): void
  stop(): Promise<void>
}

/** The bus of a service that has its database to itself: there is no other instance. */
export const localBus: Bus = { publish: () => {}, subscribe: () => {}, start: () => {}, stop: async () => {} }
