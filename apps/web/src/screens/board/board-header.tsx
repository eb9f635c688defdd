import { Link } from '@tanstack/react-router'
import { Archive, ChartNoAxesColumn, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { Badge } from '../../ui/badge.tsx'
import { Present } from './present.tsx'

const linkClasses =
  'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11'

/** The name of the board, how its agents stand, and who looks at it now. */
export function BoardHeader({ board, tools }: { board: BoardModel; tools: ReactNode }) {
  const t = useTranslations('board')
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-x-3 gap-y-1 px-3 py-2 max-md:flex-wrap md:px-5">
      <div className="flex min-w-0 items-center gap-x-3 max-md:w-full md:contents">
        <h1 className="min-w-0 truncate font-semibold text-lg tracking-tight">{board.name}</h1>
        <SessionCounts board={board} />
        <div className="flex shrink-0 items-center gap-x-3 md:order-1">
          <Present board={board} />
          <div className="flex shrink-0">
            <Link
              to="/boards/$boardId/archive"
              params={{ boardId: board.id }}
              aria-label={t('archive')}
              data-tip={t('archive')}
              className={linkClasses}
            >
              <Archive size={16} aria-hidden />
            </Link>
            <Link
              to="/boards/$boardId/insights"
              params={{ boardId: board.id }}
              aria-label={t('insights')}
              data-tip={t('insights')}
              className={linkClasses}
            >
              <ChartNoAxesColumn size={16} aria-hidden />
            </Link>
            <Link
              to="/boards/$boardId/settings/{-$page}/{-$item}"
              params={{ boardId: board.id }}
              aria-label={t('settings')}
              data-tip={t('settings')}
              className={linkClasses}
            >
              <Settings size={16} aria-hidden />
            </Link>
          </div>
        </div>
      </div>
      {tools}
    </header>
  )
}

function SessionCounts({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const sessions = board.lists.flatMap((list) => list.cards.flatMap((card) => card.session ?? []))
  const [asking, working] = (['awaiting_input', 'working'] as const).map(
    (state) => sessions.filter((session) => session.state === state).length,
  )
  return (
    // What does not fit is left out, not cut: it falls below the only line.
    <div className="flex h-[1.125rem] min-w-0 flex-1 flex-wrap gap-1.5 overflow-hidden before:h-full before:w-0">
      {asking !== undefined && asking > 0 && <Badge tone="awaiting_input">{t('asking', { count: asking })}</Badge>}
      {working !== undefined && working > 0 && (
        <Badge tone="working" className="max-md:hidden">
          {t('working', { count: working })}
        </Badge>
      )}
    </div>
  )
}
