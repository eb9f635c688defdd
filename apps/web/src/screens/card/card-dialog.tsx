import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { cardIdByKeyQuery } from '../../api/queries.ts'
import { focusCard } from '../../dnd/focus-card.ts'
import { knownBoard } from '../../live/board-query.ts'
import { useLookingAt } from '../../live/use-live.ts'
import { useUnsavedTexts } from '../../mutations/texts/use-typed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeldKeys } from '../../ui/loading/held-keys.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useBoardFrame } from '../board/board-context.ts'
import { CardBody } from './card-body.tsx'
import { OpenCardProvider, useCard } from './card-context.ts'
import { CardHeader } from './card-header.tsx'

/** Another card may have been opened meanwhile: the focus is not taken from it. */
const isInDialog = (): boolean => Boolean(document.activeElement?.closest('[role=dialog]'))

/** A card in a dialog in front of its board. */
export function CardDialog() {
  return (
    <AreaTexts area="details" fallback={null}>
      <InFront />
    </AreaTexts>
  )
}

function InFront() {
  const { boardId, key } = useParams({ from: '/signed-in/boards/$boardId/cards/$key' })
  const t = useTranslations('card')
  const navigate = useNavigate()
  const { board, mayWrite, isWriter, isAdmin, isArchived, meId } = useBoardFrame()
  const tile = knownBoard(boardId)
    ?.lists.flatMap((list) => list.cards)
    .find((card) => card.key === key.toUpperCase())
  // A card that is archived leaves its board, and must stay open with all that is being typed in it: its id is kept.
  const found = useQuery({ ...cardIdByKeyQuery(key), initialData: tile?.id, enabled: tile === undefined })
  const cardId = tile?.id ?? found.data
  const query = useCard(cardId)
  useLookingAt(boardId, cardId ?? null)
  const card = query.data
  const lost = [found, query].find(isLost)
  // Not by an answer of before that is being read again.
  // The dialog begins anew there: what is typed and not saved would be lost.
  const unsaved = useUnsavedTexts()
  const isElsewhere = card !== undefined && card.boardId !== boardId && !query.isFetching && unsaved === 0
  useEffect(() => {
    // The card was moved to another board, or a move to this one was undone.
    if (isElsewhere) void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId: card.boardId, key: card.key }, replace: true })
  }, [isElsewhere, card, navigate])
  const close = () => {
    void navigate({ to: '/boards/$boardId', params: { boardId }, search: true })
    if (cardId !== undefined) setTimeout(() => isInDialog() || focusCard(cardId), 200)
  }
  const title = card?.title ?? tile?.title ?? t('card')
  if (!card) {
    return (
      <Dialog onClose={close} title={title} size="wide" header={<span className="flex-1" />}>
        {lost ? (
          <div className="px-4 md:px-6">
            <ErrorState of="card" failure={lost.error} onRetry={() => lost.refetch()} />
          </div>
        ) : (
          <>
            <PagePending />
            <HeldKeys inside />
          </>
        )}
      </Dialog>
    )
  }
  return (
    <OpenCardProvider key={card.id} value={{ board, mayWrite, isWriter, isAdmin, isArchived, meId, card, form: 'dialog' }}>
      <Dialog onClose={close} title={title} size="wide" header={<CardHeader />}>
        <CardBody />
      </Dialog>
    </OpenCardProvider>
  )
}
