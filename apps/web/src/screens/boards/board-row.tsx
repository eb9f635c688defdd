import { type Board, type BoardSummary, mostCounted } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { unreadQuery } from '../../api/queries.ts'
import { Star, starredBoard } from '../../shell/star.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Ago } from '../../ui/time.tsx'

type Props = { board: Board; summary: BoardSummary | undefined }

/** A board as a line: the reader's open questions, open cards and sessions, and the latest activity. */
export function BoardRow({ board, summary }: Props) {
  const unread = useQuery(unreadQuery).data?.filter((row) => row.boardId === board.id) ?? []
  const forMe = unread.filter((row) => row.reason === 'question').length
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 bg-surface py-2.5 pr-2 pl-4 hover:bg-hover md:grid-cols-[3.5rem_minmax(0,1fr)_auto_6.5rem_4.5rem_auto]">
      <span className="truncate font-mono text-ink-3 text-sm leading-6">{board.keyPrefix}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/boards/$boardId"
          params={{ boardId: board.id }}
          className="min-w-0 max-w-full truncate font-medium text-md after:absolute after:inset-0"
        >
          {board.name}
        </Link>
        <Unread rows={unread.length} questions={forMe} />
        {summary && <Activity summary={summary} told={forMe} />}
        {board.description && <span className="w-full truncate text-ink-3 text-sm">{board.description}</span>}
      </span>
      <Star item={starredBoard(board)} className="relative max-md:row-span-2 max-md:self-start md:order-last" />
      {summary && <Standing summary={summary} />}
    </li>
  )
}

/** `told`: the number of questions that another badge counts already. */
function Activity({ summary: { openQuestions, cardsAtWork }, told }: { summary: BoardSummary; told: number }) {
  const t = useTranslations('boards')
  return (
    <>
      {openQuestions > told && <Badge tone="awaiting_input">{t('asked', countOf(openQuestions))}</Badge>}
      {cardsAtWork > 0 && <Badge tone="working">{t('atWork', countOf(cardsAtWork))}</Badge>}
    </>
  )
}

/** On a phone a second line below the name. */
function Standing({ summary: { openCards, lastActivityAt, activeActors } }: { summary: BoardSummary }) {
  const t = useTranslations('boards')
  return (
    <div className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 md:contents">
      <span className="text-ink-2 text-sm tabular-nums md:text-right">{t('open', countOf(openCards))}</span>
      {/* Together on one line, also where they do not fit beside the counts. */}
      <div className="flex items-center gap-x-3 md:contents">
        <ul aria-label={t('active')} className="flex gap-1 md:justify-end">
          {activeActors.map((actor) => (
            <li key={actor.id} className="flex">
              <Avatar face={actor} size="sm" title />
            </li>
          ))}
        </ul>
        <span className="md:text-right">{lastActivityAt && <Ago at={lastActivityAt} />}</span>
      </div>
    </div>
  )
}

/** A count at its bound is shown as so many or more. */
const countOf = (count: number) => ({ count, shown: count < mostCounted ? String(count) : `${mostCounted}+` })

function Unread({ rows, questions }: { rows: number; questions: number }) {
  const t = useTranslations('boards')
  if (questions > 0) return <Badge tone="awaiting_input">{t('questions', { count: questions })}</Badge>
  if (rows > 0) return <Badge>{t('unread', { count: rows })}</Badge>
  return null
}
