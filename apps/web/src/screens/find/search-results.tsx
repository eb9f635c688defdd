import type { SearchHit } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { PriorityMark } from '../../ui/priority-mark.tsx'
import { plain } from '../../ui/text/plain.ts'
import { useDay, useMinute } from '../../ui/time.tsx'
import { toneOf } from '../board/tile/session-line.tsx'
import { Marked } from './matching.tsx'

/** The hits by board, the board of the best hit first. No landmarks, since boards may have the same name. */
export function SearchResults({ hits, words }: { hits: readonly SearchHit[]; words: string }) {
  return [...Map.groupBy(hits, (hit) => hit.boardId)].map(([boardId, cards]) => (
    <div key={boardId} className="mt-4">
      <h2 className="mb-1 flex items-baseline gap-2 font-medium text-ink-2 text-sm">
        <Link to="/boards/$boardId" params={{ boardId }} className="hover:underline">
          {cards[0]?.boardName}
        </Link>
        <span className="text-ink-3 tabular-nums">{cards.length}</span>
      </h2>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {cards.map((hit) => (
          <Hit key={hit.id} hit={hit} words={words} />
        ))}
      </ul>
    </div>
  ))
}

function Hit({ hit, words }: { hit: SearchHit; words: string }) {
  const t = useTranslations('find.page')
  const s = useTranslations('session.states')
  const done = hit.completedAt !== null
  const tone = hit.session && toneOf(hit.session)
  return (
    <li className="relative border-line px-3 py-2 not-first:border-t hover:bg-hover">
      <div className="flex items-center gap-2">
        <span className="shrink-0 font-mono text-ink-3 text-sm">{hit.key}</span>
        <Link
          to="/cards/$key"
          params={{ key: hit.key }}
          preload={false}
          className={classes('min-w-0 truncate font-medium text-md after:absolute after:inset-0', done && 'text-ink-2')}
        >
          <Marked text={hit.title} words={words} />
        </Link>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {tone && <Badge tone={tone}>{s(tone)}</Badge>}
          {hit.archivedAt !== null && <Badge>{t('archivedCard')}</Badge>}
          {done && (
            <span className="text-done">
              <Check size={14} aria-hidden />
              <span className="sr-only">{t('done')}</span>
            </span>
          )}
          <PriorityMark priority={hit.priority} />
          {hit.dueAt !== null && <Due dueAt={hit.dueAt} done={done} />}
        </span>
      </div>
      {hit.snippet && hit.snippet !== hit.title && (
        <p className="mt-0.5 line-clamp-2 text-ink-2">
          <Marked text={plain(hit.snippet)} words={words} />
        </p>
      )}
    </li>
  )
}

function Due({ dueAt, done }: { dueAt: string; done: boolean }) {
  const t = useTranslations('find.page')
  const now = useMinute()
  const isLate = !done && new Date(dueAt) < now
  const text = useDay()(dueAt)
  return (
    <span className={classes('flex items-center gap-0.5 text-xs', isLate ? 'font-medium text-danger' : 'text-ink-3')}>
      <CalendarClock size={12} aria-hidden />
      <span aria-hidden>{text}</span>
      <span className="sr-only">{t('due_on', { date: text })}</span>
    </span>
  )
}
