import { useQuery } from '@tanstack/react-query'
import { cardsByKeyOrTextQuery } from '../../../api/card-queries.ts'
import { boardsQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { boardQuery } from '../../../live/board-query.ts'
import type { Choice, Completing } from '../../../ui/editor/completions.ts'
import { prefixOf, useOpenCard } from '../card-context.ts'

const most = 8

/**
 * Cards whose key begins with the text. Those of the open board come from the cache. The search is used for other boards, and while a large
 * board is loading.
 */
export function useCardKeyOffer(): Completing {
  const { board, card } = useOpenCard()
  const tree = useQuery(boardQuery(board.id)).data
  const boards = useQuery(boardsQuery).data ?? []
  const ownPrefix = prefixOf(card.key)
  const cards = tree?.lists.flatMap((list) => list.cards)
  const others = boards.map((one) => one.keyPrefix).filter((prefix) => prefix !== ownPrefix || !cards)
  return {
    begun: /(?<![\w/.@-])([A-Z][A-Z0-9]{1,9}-\d{0,9})$/,
    choices(query) {
      if (cards && query.startsWith(`${ownPrefix}-`))
        return cards
          .filter(({ key, id }) => id !== card.id && key.startsWith(query))
          .slice(0, most)
          .map(choiceOf)
      return others.includes(prefixOf(query)) && !query.endsWith('-') ? found(query) : []
    },
  }
}

const choiceOf = ({ key, title }: { key: string; title: string }): Choice => ({ name: key, detail: title, insert: key })

async function found(key: string): Promise<Choice[]> {
  const cards = await queryClient.fetchQuery(cardsByKeyOrTextQuery(key)).catch(() => [])
  return cards.filter((one) => one.key.startsWith(key)).map(choiceOf)
}
