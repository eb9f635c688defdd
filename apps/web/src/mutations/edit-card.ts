import type { CallableName } from '@tandem/client'
import type { Card, CardRecord, InputOf, OutputOf } from '@tandem/contract'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { Messages } from '../i18n/messages.ts'
import type { CardModel } from '../live/board-model.ts'
import { showCard } from '../live/board-query.ts'
import { beginChange } from '../live/own-changes.ts'
import { type InverseOf, inverseOf } from './inverses.ts'
import { isKeptName } from './kept-changes.ts'
import { unlessItWaits } from './outbox.ts'
import { showOpenCard } from './show-open-card.ts'
import { type Changed, useUndoableEdits } from './undo-edits.ts'
import { useWrite } from './use-write.ts'

type How<N extends CallableName> = {
  input: InputOf<N>
  /** The optimistic state of the open card, and of its tile. */
  shown?: (card: Card) => Partial<Card>
  tile?: Partial<CardModel>
  failed?: keyof Messages['failed']
  /** Handles a refusal itself; resolves to true if no message is needed. */
  refused?: (failure: unknown) => Promise<boolean>
  /** Called with the answer of the service after a success. */
  answered?: (answer: OutputOf<N>) => void
  /** Called after a change that waited was refused or withdrawn: typed text goes back into its field. */
  refusedLater?: () => void
  /** The title of a message that offers the undo, of a change that does not show by itself. */
  said?: string
}
export type EditCard = <N extends CallableName>(name: N, how: How<N>) => Promise<boolean>

/**
 * Changes an open card: shown at once on it and on its tile, and read again once the service has answered. `undoLast` undoes it with the
 * inverse.
 */
export function useEditCard({ id, boardId }: Pick<Card, 'id' | 'boardId'>, inverse: InverseOf = inverseOf): EditCard {
  const write = useWrite()
  const beforeEdit = useUndoableEdits(boardId)
  const { queryKey } = cardQuery(id)
  return async (name, { input, shown, tile, failed = 'edit', refused, answered, refusedLater, said }) => {
    const show = () => {
      const takeBacks = [shown && showOpenCard(id, shown), tile && showCard(boardId, id, tile)]
      return () => takeBacks.forEach((takeBack) => takeBack?.())
    }
    const item = { cardId: id }
    const changed = Promise.withResolvers<Changed>()
    const waits = refused === undefined && isKeptName(name)
    beforeEdit([item], (_, prior) => [inverse({ name, input }, prior)])(changed.promise, () => said, waits)
    const settle = async (): Promise<boolean> => {
      const end = beginChange(id)
      let isLast = false
      const done = await write(name, input, { failed, show, waits, item, ...(refused && { refused }) }).finally(() => {
        isLast = end()
      })
      changed.resolve(new Map(done ? [[id, recordIn(name, done.answer)]] : []))
      if (done) answered?.(done.answer)
      const read = isLast ? queryClient.invalidateQueries({ queryKey }) : undefined
      // After a success, waits until the card has been read again. After a failure the field gets its text back at once: without a network,
      // the read would not end.
      if (done) await read
      return done !== null
    }
    const settled = settle()
    const isDone = await (waits ? unlessItWaits(settled) : settled)
    if (isDone !== undefined) return isDone
    // The change is shown and its field is done. If the service refuses it later, the screen and a message show that.
    void settled.then((done) => done || refusedLater?.())
    return true
  }
}

/** The compiler cannot see through N that the answer is that of `card.update`. */
const recordIn = <N extends CallableName>(name: N, answer: OutputOf<N>): CardRecord | null =>
  name === 'card.update' ? (answer as CardRecord) : null
