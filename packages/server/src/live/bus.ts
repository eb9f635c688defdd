/** Who looks at a board, and at which card of it. */
export type Present = { actorId: string; cardId: string | null }

/** What instances tell each other. */
export type Word =
  /** These boards have moved, and `told` are those of them that put something into inboxes; null = too many to name. */
  | { type: 'moved'; boardIds: string[] | null; told: string[] | null }
  /** Who looks at a board through the instance that says so. */
  | { type: 'present'; boardId: string; actors: Present[] }
  | { type: 'who is present'; boardId: string }

/** The way between instances on one database. A word may be lost: a slow poll is the guarantee behind each. */
export type Bus = {
  /** Never fails and never waits. Words about boards that moved are put together. */
  say(word: Word): void
  /** What other instances say; `from` names the instance. */
  hear(listener: (word: Word, from: string) => void): void
  start(): void
  stop(): Promise<void>
}

/** For a service that has its database to itself. */
export const loneBus: Bus = { say: () => {}, hear: () => {}, start: () => {}, stop: async () => {} }
