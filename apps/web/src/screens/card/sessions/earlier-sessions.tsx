import type { Session } from '@tandem/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { plain } from '../../../ui/text/plain.ts'
import { Ago } from '../../../ui/time.tsx'
import { toneOf } from '../../board/tile/session-line.tsx'
import { EndedSession } from './ended-session.tsx'
import { useAgent } from './session-head.tsx'
import { useEndWords } from './use-end-words.ts'

/** Ended sessions: a line each, with the details on demand. */
export function EarlierSessions({ sessions }: { sessions: readonly Session[] }) {
  const t = useTranslations('details.sessions')
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div>
      <Button size="sm" variant="quiet" className="-ml-2" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <ChevronRight size={14} aria-hidden className={classes('transition-transform', unfolded && 'rotate-90')} />
        {t('earlier', { count: sessions.length })}
      </Button>
      {unfolded && (
        <ol className="mt-1 grid grid-cols-1 gap-1">
          {sessions.map((session) => (
            <Earlier key={session.id} session={session} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Earlier({ session }: { session: Session }) {
  const t = useTranslations('session')
  const words = useEndWords()
  const agent = useAgent(session)
  const [open, setOpen] = useState(false)
  if (open) {
    return (
      <li>
        <EndedSession session={session} />
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={false}
        onClick={() => setOpen(true)}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
      >
        <Avatar face={agent} size="sm" />
        <span className="shrink-0 font-medium">{agent.name}</span>
        <Badge tone={toneOf(session)}>{t(`states.${toneOf(session)}`)}</Badge>
        <span className="min-w-0 flex-1 truncate text-ink-2">
          {plain(session.summary ?? (session.failureReason ? words(session.failureReason) : ''))}
        </span>
        <Ago at={session.endedAt ?? session.createdAt} />
      </button>
    </li>
  )
}
