import type { CallableName } from '@tandem/client'
import type { Card, InputOf, OutputOf } from '@tandem/contract'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import type { Messages } from '../i18n/messages.ts'
import type { CardModel } from '../live/board-model.ts'
import { showCard } from '../live/board-query.ts'
import { beginChange } from '../live/own-changes.ts'
import { useWrite } from './use-write.ts'

type How<N extends CallableName> = {
  input: InputOf<N>
  /** How the open card looks with it, and how its tile does. */
  shown?: (card: Card) => Partial<Card>
  tile?: Partial<CardModel>
  failed?: keyof Messages['failed']
  /** Takes a refusal upon itself: true when nothing is left to be said. */
  refused?: (failure: unknown) => Promise<boolean>
  /** Hears what the service answers to what it has kept. */
  answered?: (answer: OutputOf<N>) => void
}
export type EditCard = <N extends CallableName>(name: N, how: How<N>) => Promise<boolean>

/** Changes something on an open card: shown at once on it and on its tile, and read anew once the service has answered. */
export function useEditCard({ id, boardId }: Pick<Card, 'id' | 'boardId'>): EditCard {
  const write = useWrite()
  const { queryKey } = cardQuery(id)
  return async (name, { input, shown, tile, failed = 'edit', refused, answered }) => {
    const show = () => {
      const undoCard = shown ? showOpenCard(id, shown) : () => {}
      const undoTile = tile ? showCard(boardId, id, tile) : () => {}
      return () => {
        undoCard()
        undoTile()
      }
    }
    const end = beginChange(id)
    let isLast = false
    const done = await write(name, input, { failed, show, ...(refused && { refused }) }).finally(() => {
      isLast = end()
    })
    if (done) answered?.(done.answer)
    const read = isLast ? queryClient.invalidateQueries({ queryKey }) : undefined
    // What was typed comes back at once: without a network, what is read anew waits for it.
    if (done) await read
    return done !== null
  }
}

/** What is returned takes back what was shown and nothing else: without a network nothing could be read anew. */
export function showOpenCard(id: string, shown: (card: Card) => Partial<Card>): () => void {
  const { queryKey } = cardQuery(id)
  // What is being read does not have the change yet, and would take it off the screen.
  void queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => {}
  const change = shown(before)
  const keys = Object.keys(change) as (keyof Card)[]
  const put = (values: Partial<Card>) => queryClient.setQueryData(queryKey, (now) => now && { ...now, ...values })
  put(change)
  return () => put(Object.fromEntries(keys.map((key) => [key, before[key]])))
}
