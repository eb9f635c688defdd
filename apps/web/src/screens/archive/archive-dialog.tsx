import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { inputClasses } from '../../ui/form/field.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useBoardFrame } from '../board/board-context.ts'
import { ArchivedCards, ArchivedLists } from './archived.tsx'
import { allListsQuery, archivedCardsQuery } from './queries.ts'

/** The archive of a board: a page with its own address, shown as a dialog in front of the board. */
export function ArchiveDialog() {
  return (
    <AreaTexts area="archive" fallback={null}>
      <Opened />
    </AreaTexts>
  )
}

const patienceMs = 200

function Opened() {
  const { boardId } = useParams({ from: '/signed-in/boards/$boardId/archive' })
  const t = useTranslations('archive')
  const { board } = useBoardFrame()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const q = useLater(text.trim())
  const close = () => void navigate({ to: '/boards/$boardId', params: { boardId } })
  return (
    <Dialog onClose={close} title={t('title', { board: board.name })} size="wide" header={<Heading />}>
      <div className="px-4 pt-4 md:px-6">
        <div className="relative">
          <Search size={16} aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 text-ink-3" />
          <input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={text}
            maxLength={500}
            autoFocus
            onChange={(event) => setText(event.target.value)}
            className={`${inputClasses} h-9 pl-9 pointer-coarse:h-11`}
          />
        </div>
      </div>
      <Found boardId={boardId} q={q} />
    </Dialog>
  )
}

function Heading() {
  const t = useTranslations('archive')
  const { board } = useBoardFrame()
  return (
    <span aria-hidden className="min-w-0 flex-1 truncate font-semibold text-md">
      {t('title', { board: board.name })}
    </span>
  )
}

function Found({ boardId, q }: { boardId: string; q: string }) {
  const t = useTranslations('archive')
  const [pages, setPages] = useState(1)
  const found = useQuery(archivedCardsQuery(boardId, q, pages))
  const lists = useQuery(allListsQuery(boardId))
  const lost = [found, lists].find(isLost)
  if (lost)
    return (
      <div className="px-4 md:px-6">
        <ErrorState failure={lost.error} onRetry={() => lost.refetch()} />
      </div>
    )
  if (!found.data || !lists.data) return <PagePending />
  const away = lists.data.filter((list) => list.archivedAt !== null && list.name.toLowerCase().includes(q.toLowerCase()))
  const { cards, hasMore } = found.data
  if (away.length === 0 && cards.length === 0)
    return (
      <div className="px-4 md:px-6">
        <EmptyState title={q === '' ? t('emptyTitle') : t('noneTitle')}>
          {q === '' ? t('emptyText') : t('noneText', { text: q })}
        </EmptyState>
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-5 md:px-6">
      {away.length > 0 && <ArchivedLists lists={away} />}
      {cards.length > 0 && (
        <ArchivedCards cards={cards} lists={lists.data} onMore={hasMore ? () => setPages(pages + 1) : null} isReading={found.isFetching} />
      )}
    </div>
  )
}

/** The typed text, after a pause in typing. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), patienceMs)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
