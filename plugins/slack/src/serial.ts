/** Runs what has the same key one after the other: events of the board and of Slack about one card come concurrently. */
export type Serial = <T>(key: string, act: () => Promise<T>) => Promise<T>

export function createSerial(): Serial {
  const last = new Map<string, Promise<unknown>>()

  return (key, act) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(act, act)
    last.set(key, turn)
    const leave = () => {
      if (last.get(key) === turn) last.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }
}
