import type { Verb } from '@tandem/contract'
import type { Mutation } from '../kernel/mutation.ts'

/** Several operations in one act: whether one that was refused has written anything before. */
export function countingWrites(tx: Mutation<Verb>): { tx: Mutation<Verb>; writes: () => number } {
  let writes = 0
  const count = <Given extends unknown[], Result>(write: (...given: Given) => Result) => {
    return (...given: Given): Result => {
      writes += 1
      return write(...given)
    }
  }
  const counting = { ...tx, send: count(tx.send), queue: count(tx.queue), record: count(tx.record) }
  return { tx: counting, writes: () => writes }
}
