/** Runs what concerns one card one after the other: events of the board and of Slack reach it side by side. */
export type Alone = <T>(key: string, act: () => Promise<T>) => Promise<T>

export function createAlone(): Alone {
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
