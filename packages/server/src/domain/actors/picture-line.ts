import { refusal } from '@tandem/contract'

/** A slow address, or many files at once, delay only the person who sends them. */
const [mostUnderWork, mostOfOne] = [32, 4]
/** Octets in memory, of pictures that are fetched or wait for their turn. */
const mostHeldBytes = 100_000_000

/** `hold` says how much of the memory that was asked for is in use after all. */
type Place = { hold(bytes: number): void; inTurn<T>(make: () => Promise<T>): Promise<T> }

/** The pictures under work. They are made one after the other, because each takes the memory of a whole image. */
export type PictureLine = {
  /** `bytes`: the memory that is needed before the turn comes. Throws unavailable where there are too many, or too much is held. */
  enter<T>(actorId: string, bytes: number, work: (place: Place) => Promise<T>): Promise<T>
}

export function createPictureLine(): PictureLine {
  const underWork = new Set<{ actorId: string; bytes: number }>()
  let turn: Promise<unknown> = Promise.resolve()
  return {
    async enter(actorId, bytes, work) {
      const all = [...underWork]
      const heldBytes = all.reduce((sum, each) => sum + each.bytes, bytes)
      const own = all.filter((each) => each.actorId === actorId).length
      if (all.length >= mostUnderWork || own >= mostOfOne || heldBytes > mostHeldBytes)
        throw refusal('picturesBusy', {}, { retryAfterSeconds: 2 })
      const place = { actorId, bytes }
      underWork.add(place)
      try {
        return await work({
          hold: (held) => {
            place.bytes = held
          },
          inTurn,
        })
      } finally {
        underWork.delete(place)
      }
    },
  }

  function inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = turn.then(make)
    turn = made.catch(() => {})
    return made
  }
}
