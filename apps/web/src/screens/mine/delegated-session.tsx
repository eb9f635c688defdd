import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { AtWork } from '../../api/work-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { plain } from '../../ui/text/plain.ts'
import { Ago } from '../../ui/time.tsx'
import { toneOf, wordOf } from '../board/tile/session-line.tsx'
import { useEndWords } from '../card/sessions/use-end-words.ts'

const rails = {
  queued: 'bg-queued opacity-50',
  working: 'animate-breathe bg-working',
  awaiting_input: 'bg-awaiting',
  done: 'bg-done',
  error: 'bg-error',
  canceled: 'bg-line-strong',
  stale: 'bg-stale',
} as const

/** A session that I delegated: its state and its latest message. */
export function DelegatedSession({ of: { session, cardTitle, boardName, agent } }: { of: AtWork }) {
  const t = useTranslations('session')
  const m = useTranslations('mine')
  const tone = toneOf(session)
  const words = useEndWords()
  const failed = session.failureReason && words(session.failureReason)
  const waits = waitingText(session, m)
  const word = waits ?? session.question?.question ?? failed ?? session.summary ?? session.statusText
  const face = agent ?? { name: m('somebody'), kind: 'agent' as const }
  return (
    <li className="relative flex gap-2.5 rounded-md border border-line bg-surface py-2 pr-3 pl-3.5 hover:border-line-strong">
      <span aria-hidden className={classes('absolute inset-y-1.5 left-0 w-[3px] rounded-r-full', rails[tone])} />
      <Avatar face={face} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            to="/cards/$key"
            params={{ key: session.cardKey }}
            preload={false}
            className="min-w-0 max-w-full grow truncate font-medium text-md after:absolute after:inset-0"
          >
            {cardTitle}
          </Link>
          <span className="flex shrink-0 items-center gap-2">
            <Badge tone={tone}>{t(`states.${wordOf(session)}`)}</Badge>
            <Ago at={session.endedAt ?? session.updatedAt} />
          </span>
        </p>
        {word && <p className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">{plain(word)}</p>}
        <p className="truncate text-ink-3 text-sm">
          {face.name} · <span className="font-mono">{session.cardKey}</span>
          {boardName !== '' && ` · ${boardName}`}
        </p>
      </div>
    </li>
  )
}

/** The cards that block the start. */
function waitingText({ waitingFor, waitingForHidden }: AtWork['session'], m: ReturnType<typeof useTranslations<'mine'>>): string | null {
  const hidden = waitingForHidden > 0 ? [m('waits.hidden', { count: waitingForHidden })] : []
  const cards = [...waitingFor, ...hidden]
  return cards.length === 0 ? null : `${m('waits.waitsFor')} ${cards.join(', ')}`
}
