import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { boardsQuery, unreadQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { NewBoardDialog } from './new-board-dialog.tsx'

/** Guides to the first agent; loaded on demand, as it is needed only once. */
const FirstRun = lazy(async () => ({ default: (await import('../start/guide-pages.tsx')).FirstRun }))
const StartStrip = lazy(() => import('../start/start-strip.tsx'))

/** Every board that one may read, with what waits on each. */
export function BoardsPage() {
  const t = useTranslations('boards')
  const boards = useQuery(boardsQuery)
  const [making, setMaking] = useState(false)
  const make = (
    <Button variant={boards.data?.length === 0 ? 'plain' : 'primary'} onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> {t('new')}
    </Button>
  )
  if (isLost(boards)) return <ErrorState level="h1" failure={boards.error} onRetry={() => boards.refetch()} />
  if (!boards.data) return <PagePending />
  return (
    <div className="mx-auto max-w-4xl px-4 py-5 md:px-8 md:py-8">
      <header className="mb-5 flex items-center justify-between gap-4">
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        {make}
      </header>
      {boards.data.length > 0 && (
        <Suspense>
          <StartStrip />
        </Suspense>
      )}
      {boards.data.length === 0 ? (
        <Suspense fallback={<PagePending />}>
          <FirstRun />
        </Suspense>
      ) : (
        <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line">
          {boards.data.map((board) => (
            <li key={board.id} className="relative flex items-center gap-3 bg-surface px-4 py-3 hover:bg-hover">
              <span className="w-10 shrink-0 self-start truncate font-mono text-ink-3 text-sm leading-6 md:w-14">{board.keyPrefix}</span>
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  to="/boards/$boardId"
                  params={{ boardId: board.id }}
                  className="min-w-0 max-w-full truncate font-medium text-md after:absolute after:inset-0"
                >
                  {board.name}
                </Link>
                <Waiting boardId={board.id} />
                {board.description && <span className="w-full truncate text-ink-3 text-sm">{board.description}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <NewBoardDialog open={making} onClose={() => setMaking(false)} />
    </div>
  )
}

function Waiting({ boardId }: { boardId: string }) {
  const t = useTranslations('boards')
  const rows = useQuery(unreadQuery).data?.filter((row) => row.boardId === boardId) ?? []
  const questions = rows.filter((row) => row.reason === 'question').length
  if (questions > 0) return <Badge tone="awaiting_input">{t('questions', { count: questions })}</Badge>
  if (rows.length > 0) return <Badge>{t('unread', { count: rows.length })}</Badge>
  return null
}
