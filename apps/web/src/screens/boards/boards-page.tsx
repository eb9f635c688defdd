import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { boardSummariesQuery, boardsQuery } from '../../api/queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LazyInPlace } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { PagePending } from '../../ui/spinner.tsx'
import { BoardRow } from './board-row.tsx'
import { NewBoardDialog } from './new-board-dialog.tsx'

/** Guides to the first agent; loaded on demand, as it is needed only once. */
const FirstRun = lazyPart(async () => ({ default: (await import('../start/guide-pages.tsx')).FirstRun }))
const StartStrip = lazyPart(() => import('../start/start-strip.tsx'))

/** All boards that the reader can open, with their counts. */
export function BoardsPage() {
  const t = useTranslations('boards')
  const boards = useQuery(boardsQuery)
  const { data: summaries } = useQuery(boardSummariesQuery)
  useFollowedBoards(boards.data?.map(({ id }) => id) ?? [])
  const [making, setMaking] = useState(false)
  const make = (
    <Button variant={boards.data?.length === 0 ? 'plain' : 'primary'} onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden /> {t('new')}
    </Button>
  )
  if (isLost(boards)) return <ErrorState level="h1" failure={boards.error} onRetry={() => boards.refetch()} />
  if (!boards.data) return <PagePending />
  return (
    <div className={classes('px-3 py-4 md:px-5 md:py-5', boards.data.length === 0 ? 'max-w-2xl' : 'max-w-4xl')}>
      <header className="mb-5 flex min-h-8 items-center justify-between gap-4">
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        {make}
      </header>
      {boards.data.length === 0 ? (
        <LazyInPlace fallback={<PagePending />}>
          <FirstRun />
        </LazyInPlace>
      ) : (
        <>
          <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line">
            {boards.data.map((board) => (
              <BoardRow key={board.id} board={board} summary={summaries?.get(board.id)} />
            ))}
          </ul>
          {/* Below the list: it appears later, and would move the boards. */}
          <LazyInPlace>
            <StartStrip />
          </LazyInPlace>
        </>
      )}
      <NewBoardDialog open={making} onClose={() => setMaking(false)} />
    </div>
  )
}
