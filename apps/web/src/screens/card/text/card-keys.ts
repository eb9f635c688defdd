import { useQuery } from '@tanstack/react-query'
import { cardsByKeyOrTextQuery } from '../../../api/card-queries.ts'
import { boardsQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { boardQuery } from '../../../live/board-query.ts'
import type { Choice, Completing } from '../../../ui/editor/completions.ts'
import { prefixOf, useOpenCard } from '../card-context.ts'
import { begunKey, isMeant, partsOf } from './begun-key.ts'

const most = 8

/**
 * Cards whose key begins with the text, or whose title has it after the prefix or a `#`. Those of the open board come from the cache. The
 * search is used for other boards, and while a large board is loading.
 */
export function useCardKeyOffer(): Completing {
  const { board, card } = useOpenCard()
  const tree = useQuery(boardQuery(board.id)).data
  const boards = useQuery(boardsQuery).data ?? []
  const ownPrefix = prefixOf(card.key)
  const cards = tree?.lists.flatMap((list) => list.cards)
  const others = boards.map((one) => one.keyPrefix).filter((prefix) => prefix !== ownPrefix || !cards)
  return {
    begun: begunKey,
    choices(query) {
      const { prefix, rest } = partsOf(query, ownPrefix)
      if (cards && prefix === ownPrefix)
        return cards
          .filter((one) => one.id !== card.id && isMeant(one, query, ownPrefix))
          .slice(0, most)
          .map(choiceOf)
      return others.includes(prefix) && rest !== '' ? found(query, prefix) : []
    },
  }
}

const choiceOf = ({ key, title }: { key: string; title: string }): Choice => ({ name: key, detail: title, isKey: true, insert: key })

async function found(query: string, prefix: string): Promise<Choice[]> {
  const { rest } = partsOf(query, prefix)
  const wanted = /^\d+$/.test(rest) ? `${prefix}-${rest}` : rest
  const cards = await queryClient.fetchQuery(cardsByKeyOrTextQuery(wanted)).catch(() => [])
  return cards.filter((one) => isMeant(one, query, prefix)).map(choiceOf)
}
