import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, ChartNoAxesColumn, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel, CardModel } from '../../live/board-model.ts'
import { Badge } from '../../ui/badge.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BoardName } from './board-name.tsx'
import { CardLink } from './card-link.tsx'
import { Present } from './present.tsx'

const linkClasses =
  'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11'

/** The name of the board, how its agents stand, and who looks at it now. */
export function BoardHeader({ board, tools }: { board: BoardModel; tools: ReactNode }) {
  const t = useTranslations('board')
  return (
    // In the order in which it is seen: on a phone, where a line of tools comes last, they are few and there is seldom a Tab key.
    <header className="flex min-h-14 shrink-0 items-center gap-x-3 gap-y-1 px-3 py-2 max-md:grid max-md:grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] md:px-5">
      <BoardName board={board} />
      <SessionCounts board={board} />
      {tools}
      <div className="flex shrink-0 items-center gap-x-3">
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
    </header>
  )
}

function SessionCounts({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const cards = board.lists.flatMap((list) => list.cards)
  const asking = cards.filter((card) => card.session?.state === 'awaiting_input')
  const working = cards.filter((card) => card.session?.state === 'working').length
  return (
    // What does not fit is left out, not cut: it falls below the only line.
    <div className="flex h-[1.125rem] min-w-0 flex-1 flex-wrap gap-1.5 overflow-hidden before:h-full before:w-0">
      {asking.length > 0 && <Asking boardId={board.id} cards={asking} />}
      {working > 0 && (
        <Badge tone="working" className="max-md:hidden">
          {t('working', { count: working })}
        </Badge>
      )}
    </div>
  )
}

/** Leads to the question; of several, to the one that is chosen. */
function Asking({ boardId, cards }: { boardId: string; cards: readonly CardModel[] }) {
  const t = useTranslations('board')
  const navigate = useNavigate()
  const [first] = cards
  const badge = <Badge tone="awaiting_input">{t('asking', { count: cards.length })}</Badge>
  const button = 'rounded-full hover:brightness-95'
  if (cards.length === 1 && first)
    return (
      <CardLink boardId={boardId} cardKey={first.key} data-tip={t('toQuestion', { title: first.title })} className={button}>
        {badge}
      </CardLink>
    )
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" data-tip={t('toQuestions')} className={button}>
          {badge}
        </button>
      }
    >
      {cards.map((card) => (
        <MenuItem
          key={card.id}
          onClick={() => void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId, key: card.key }, search: true })}
        >
          <span className="font-mono text-ink-3 text-xs">{card.key}</span> <span className="truncate">{card.title}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
