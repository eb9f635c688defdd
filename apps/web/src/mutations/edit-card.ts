import type { CallableName } from '@tandem/client'
import type { Card, InputOf, OutputOf } from '@tandem/contract'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { Messages } from '../i18n/messages.ts'
import type { CardModel } from '../live/board-model.ts'
import { showCard } from '../live/board-query.ts'
import { beginChange } from '../live/own-changes.ts'
import { mayWait, mustWait } from './outbox.ts'
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
}
export type EditCard = <N extends CallableName>(name: N, how: How<N>) => Promise<boolean>

/** Changes an open card: shown at once on it and on its tile, and read again once the service has answered. */
export function useEditCard({ id, boardId }: Pick<Card, 'id' | 'boardId'>): EditCard {
  const write = useWrite()
  const { queryKey } = cardQuery(id)
  return async (name, { input, shown, tile, failed = 'edit', refused, answered, refusedLater }) => {
    const show = () => {
      const undoCard = shown ? showOpenCard(id, shown) : () => {}
      const undoTile = tile ? showCard(boardId, id, tile) : () => {}
      return () => {
        undoCard()
        undoTile()
      }
    }
    const waits = refused === undefined && mayWait(name)
    const settle = async (): Promise<boolean> => {
      const end = beginChange(id)
      let isLast = false
      const done = await write(name, input, { failed, show, waits, ...(refused && { refused }) }).finally(() => {
        isLast = end()
      })
      if (done) answered?.(done.answer)
      const read = isLast ? queryClient.invalidateQueries({ queryKey }) : undefined
      // After a success, waits until the card has been read again. After a failure the field gets its text back at once: without a network,
      // the read would not end.
      if (done) await read
      return done !== null
    }
    const isLater = waits && mustWait()
    const settled = settle()
    if (!isLater) return settled
    // The change is shown and its field is done. If the service refuses it later, the screen and a message show that.
    void settled.then((done) => done || refusedLater?.())
    return true
  }
}

/** Shows a change on the open card. The returned function reverts that change only, without a read, because the network may be gone. */
export function showOpenCard(id: string, shown: (card: Card) => Partial<Card>): () => void {
  const { queryKey } = cardQuery(id)
  // A read that is on its way does not have the change yet, and would take it off the screen.
  void queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => {}
  const change = shown(before)
  const keys = Object.keys(change) as (keyof Card)[]
  const put = (values: Partial<Card>) => queryClient.setQueryData(queryKey, (now) => now && { ...now, ...values })
  put(change)
  return () => put(Object.fromEntries(keys.map((key) => [key, before[key]])))
}
