import type { Card } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { cardIdByKeyQuery } from '../../api/queries.ts'
import type { BoardModel } from '../../live/board-model.ts'
import { useBoard, useLookingAt } from '../../live/use-live.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { scrollFromBeside } from '../../ui/scroll-from-beside.ts'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useBoardAccess } from '../board/board-context.ts'
import { CardBody } from './card-body.tsx'
import { OpenCardProvider, useCard } from './card-context.ts'
import { CardHeader } from './card-header.tsx'

/** A card on a page of its own: the target of links in emails, plugins and agents' messages. */
export function CardPage() {
  return (
    <AreaTexts area="details">
      <Page />
    </AreaTexts>
  )
}

function Page() {
  const { key } = useParams({ from: '/signed-in/cards/$key' })
  const found = useQuery(cardIdByKeyQuery(key))
  const query = useCard(found.data)
  const lost = [found, query].find(isLost)
  if (lost) return <ErrorState of="card" level="h1" failure={lost.error} onRetry={() => lost.refetch()} />
  return query.data ? <WithBoard key={query.data.id} card={query.data} /> : <PagePending />
}

/** Names, labels, lists and live frames come with the board. */
function WithBoard({ card }: { card: Card }) {
  const query = useBoard(card.boardId)
  if (query.data) return <Whole card={card} board={query.data} />
  return isLost(query) ? <ErrorState level="h1" failure={query.error} onRetry={() => query.refetch()} /> : <PagePending />
}

function Whole({ card, board }: { card: Card; board: BoardModel }) {
  const t = useTranslations('details.card')
  const access = useBoardAccess(board)
  const body = useRef<HTMLDivElement>(null)
  useLookingAt(board.id, card.id)
  useEffect(() => {
    // The link to the content may have been used before the card was there; the page around it does not scroll.
    if (document.activeElement?.id === 'page') body.current?.focus({ preventScroll: true })
  }, [])
  return (
    <OpenCardProvider value={{ board, ...access, card, form: 'page' }}>
      <div onWheel={(event) => scrollFromBeside(event, body.current)} className="flex h-full flex-col print:h-auto">
        <header
          data-bottom-bar
          className="border-line bg-canvas py-2 pr-2 pl-3 max-md:order-last max-md:border-t md:border-b md:px-5 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
        >
          <div className="flex max-w-4xl items-center gap-2">
            <Link
              to="/boards/$boardId"
              params={{ boardId: board.id }}
              aria-label={t('back', { board: board.name })}
              className="flex min-h-8 min-w-8 max-w-1/2 items-center gap-1.5 rounded-md text-ink-2 hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <ChevronLeft size={16} aria-hidden className="shrink-0" /> <span className="truncate max-md:hidden">{board.name}</span>
            </Link>
            <CardHeader />
          </div>
        </header>
        {/* Only the body scrolls, so that the header does not cover half of a control. */}
        <div ref={body} data-page-body tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible">
          <div className="max-w-[58rem]">
            <CardBody />
          </div>
        </div>
      </div>
    </OpenCardProvider>
  )
}
