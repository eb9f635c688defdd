import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BoardModel } from '../../live/board-model.ts'
import { usePresence } from '../../live/use-live.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'

const mostFaces = 6

/** The name of the board, how its agents stand, and who is on it; a ring is around those who look at it now. */
export function BoardHeader({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 px-3 py-2 md:px-5">
      <h1 className="min-w-0 truncate font-semibold text-lg tracking-tight">{board.name}</h1>
      {board.archivedAt !== null && <Badge>{t('archived')}</Badge>}
      <SessionCounts board={board} />
      <Faces board={board} />
      <Link
        to="/boards/$boardId/insights"
        params={{ boardId: board.id }}
        aria-label={t('insights')}
        data-tip={t('insights')}
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <ChartNoAxesColumn size={16} aria-hidden />
      </Link>
      <Link
        to="/boards/$boardId/settings/{-$page}/{-$item}"
        params={{ boardId: board.id }}
        aria-label={t('settings')}
        data-tip={t('settings')}
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <Settings size={16} aria-hidden />
      </Link>
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
    <div className="flex min-w-0 flex-1 gap-1.5 overflow-hidden">
      {asking !== undefined && asking > 0 && <Badge tone="awaiting_input">{t('asking', { count: asking })}</Badge>}
      {working !== undefined && working > 0 && (
        <Badge tone="working" className="max-md:hidden">
          {t('working', { count: working })}
        </Badge>
      )}
    </div>
  )
}

function Faces({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const here = new Set(usePresence(board.id).map((present) => present.actorId))
  const faces = board.members.toSorted(
    (one, other) => Number(here.has(other.actorId)) - Number(here.has(one.actorId)) || one.name.localeCompare(other.name),
  )
  return (
    <ul aria-label={t('members')} className="flex shrink-0 gap-1">
      {faces.slice(0, mostFaces).map((member, at) => (
        <li key={member.actorId} className={classes(at >= 3 && 'max-md:hidden')}>
          <span
            data-tip={here.has(member.actorId) ? t('isHere', { name: member.name }) : member.name}
            className={classes(
              'block',
              here.has(member.actorId) && 'ring-2 ring-accent ring-offset-1 ring-offset-canvas',
              member.kind === 'agent' ? 'rounded-sm' : 'rounded-full',
            )}
          >
            <Avatar face={member} />
          </span>
        </li>
      ))}
      {faces.length > mostFaces && (
        <li className="self-center text-ink-3 text-sm max-md:hidden">{t('moreMembers', { count: faces.length - mostFaces })}</li>
      )}
    </ul>
  )
}
