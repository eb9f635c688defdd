import type { Card } from '@tandem/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { cardQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { keptBoard } from '../../live/board-query.ts'
import { useLookingAt } from '../../live/use-live.ts'
import { PagePending } from '../../shell/page-states.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { OpenCardProvider } from './card-context.ts'
import { CardHeader } from './card-header.tsx'
import { CardTitle } from './card-title.tsx'
import { Checklist } from './checklist.tsx'
import { Comments } from './comments.tsx'
import { Description } from './description.tsx'
import { Properties } from './properties.tsx'
import { SessionPanel } from './session-panel.tsx'

/** Of a card that is on no board that is shown: archived, or named by an old key. */
const idByKeyQuery = (key: string) =>
  queryOptions({
    queryKey: ['card-id', key],
    queryFn: async () => {
      const { card } = await api.call('card.getByKey', { key })
      queryClient.setQueryData(cardQuery(card.id).queryKey, card)
      return card.id
    },
  })

/** A card as a page of its own, in front of its board. */
export function CardDialog() {
  const { boardId, key } = useParams({ from: '/signed-in/boards/$boardId/cards/$key' })
  const t = useTranslations('card')
  const navigate = useNavigate()
  const tile = keptBoard(boardId)
    ?.lists.flatMap((list) => list.cards)
    .find((card) => card.key === key.toUpperCase())
  const found = useQuery({ ...idByKeyQuery(key), enabled: tile === undefined })
  const cardId = tile?.id ?? found.data
  const query = useQuery({ ...cardQuery(cardId ?? ''), enabled: cardId !== undefined })
  useLookingAt(boardId, cardId ?? null)
  const card = query.data
  const failure = found.error ?? (card ? null : query.error)
  const close = () => {
    void navigate({ to: '/boards/$boardId', params: { boardId } })
    if (cardId !== undefined) setTimeout(() => document.querySelector<HTMLElement>(`[data-card="${cardId}"] a`)?.focus(), 200)
  }
  const title = card?.title ?? tile?.title ?? t('card')
  return (
    <Dialog open onClose={close} title={title} size="wide" header={card ? <CardHeaderOf card={card} /> : <span className="flex-1" />}>
      {failure !== null && <ErrorState failure={failure} onRetry={() => void query.refetch()} />}
      {failure === null && !card && <PagePending />}
      {card && <OpenCard card={card} />}
    </Dialog>
  )
}

function CardHeaderOf({ card }: { card: Card }) {
  return (
    <OpenCardProvider value={card}>
      <CardHeader />
    </OpenCardProvider>
  )
}

function OpenCard({ card }: { card: Card }) {
  return (
    <OpenCardProvider value={card}>
      <div className="grid gap-x-8 gap-y-5 px-4 py-4 md:grid-cols-[minmax(0,1fr)_15rem] md:px-6 md:py-5">
        <div className="grid min-w-0 content-start gap-6 max-md:contents">
          <CardTitle />
          <div className="max-md:order-2">
            <SessionPanel />
          </div>
          <div className="max-md:order-4">
            <Description />
          </div>
          <div className="max-md:order-5">
            <Checklist />
          </div>
          <div className="max-md:order-6">
            <Comments />
          </div>
        </div>
        <aside className="max-md:order-3">
          <Properties />
        </aside>
      </div>
    </OpenCardProvider>
  )
}
