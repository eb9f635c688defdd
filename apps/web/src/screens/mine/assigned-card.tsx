import type { WorkCard } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { Ban, CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { PriorityMark } from '../../ui/priority-mark.tsx'
import { useDay } from '../../ui/time.tsx'
import { toneOf } from '../board/tile/session-line.tsx'

/** A card assigned to me, in a list over all boards. */
export function AssignedCard({ card, late }: { card: WorkCard; late: boolean }) {
  const t = useTranslations('mine')
  const s = useTranslations('session.states')
  const tone = card.session && toneOf(card.session)
  return (
    // On a phone the facts stand in the second line, and the title has the first.
    <li className="relative flex items-center gap-2 border-line px-3 py-2 not-first:border-t hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0.5">
      <span className="w-16 shrink-0 truncate font-mono text-ink-3 text-sm max-md:hidden">{card.key}</span>
      <span className="min-w-0 flex-1 max-md:contents">
        <Link
          to="/cards/$key"
          params={{ key: card.key }}
          preload={false}
          className="col-span-2 block truncate font-medium text-md after:absolute after:inset-0"
        >
          {card.title}
        </Link>
        <span className="block truncate text-ink-3 text-sm">
          <span className="md:hidden">
            <span className="font-mono">{card.key}</span> ·{' '}
          </span>
          {card.boardName}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {tone && <Badge tone={tone}>{s(tone)}</Badge>}
        {card.blocked && (
          <span className="flex items-center gap-1 font-medium text-danger text-xs">
            <Ban size={12} aria-hidden /> <span className="max-md:sr-only">{t('blocked')}</span>
          </span>
        )}
        <PriorityMark priority={card.priority} />
        {card.dueAt !== null && <Due dueAt={card.dueAt} late={late} />}
      </span>
    </li>
  )
}

function Due({ dueAt, late }: { dueAt: string; late: boolean }) {
  const t = useTranslations('mine')
  const date = useDay()(dueAt)
  return (
    <span className={classes('flex items-center gap-1 text-xs tabular-nums', late ? 'font-medium text-danger' : 'text-ink-3')}>
      <CalendarClock size={12} aria-hidden />
      <span aria-hidden>{date}</span>
      <span className="sr-only">{t(late ? 'late' : 'due', { date })}</span>
    </span>
  )
}
