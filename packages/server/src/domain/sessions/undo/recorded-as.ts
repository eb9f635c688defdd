import type { PayloadOf, Verb } from '@tandem/contract'
import type { RecordOptions } from '../../../kernel/mutation.ts'
import type { Tx } from './outcome.ts'

/**
 * A mutation whose activities say that they are part of an undo: ordinary verbs, with `undoOf`. They notify no one by themselves, since one
 * notification tells of the whole.
 */
export function recordedAs(tx: Tx, by: { undoId: string; sessionId: string }): Tx {
  return {
    ...tx,
    lockBoards: (boardIds) => new Map([...tx.lockBoards(boardIds)].map(([id, board]) => [id, recordedAs(board, by)])),
    record<T extends Verb>(verb: T, payload: PayloadOf<T>, options: RecordOptions = {}) {
      const { notify: _, watching: __, ...about } = options
      return tx.record(verb, { ...payload, undoOf: by.sessionId }, { ...about, undoId: by.undoId })
    },
  }
}
