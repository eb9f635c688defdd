import type { Session } from '@tandem/contract'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar, type Face } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Ago } from '../../../ui/time.tsx'
import { toneOf, wordOf } from '../../board/tile/session-line.tsx'
import { useOpenCard } from '../card-context.ts'

/** The rail: the state of a session along its left edge. */
export const edges = {
  queued: 'border-l-queued',
  working: 'border-l-working',
  awaiting_input: 'border-l-awaiting',
  done: 'border-l-done',
  error: 'border-l-error',
  canceled: 'border-l-line-strong',
  stale: 'border-l-stale',
} as const

export function useAgent(session: Session): Face {
  const t = useTranslations('session')
  const { board } = useOpenCard()
  return board.members.find((member) => member.actorId === session.agentActorId) ?? { name: t('formerAgent'), kind: 'agent' }
}

/** The agent of a session, its state, its requester and start, and the link to its run. */
export function SessionHead({ session, children }: { session: Session; children?: ReactNode }) {
  const t = useTranslations('session')
  const agent = useAgent(session)
  const tone = toneOf(session)
  return (
    <header className="flex flex-wrap items-start gap-x-2 px-3 py-2">
      <span className="flex min-h-7 min-w-0 flex-1 basis-44 flex-wrap items-center gap-x-2 gap-y-1 pointer-coarse:min-h-11">
        <Avatar face={agent} />
        <span className="font-semibold">{agent.name}</span>
        <Badge tone={tone}>{t(`states.${wordOf(session)}`)}</Badge>
        <CalledBy session={session} />
      </span>
      <span className="ml-auto flex shrink-0 flex-wrap items-center justify-end gap-1">
        {session.externalUrl && (
          <a
            href={session.externalUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex h-7 items-center gap-1 rounded-md px-2 text-ink-2 text-sm hover:bg-hover pointer-coarse:h-11"
          >
            {t('watch')} <ExternalLink size={13} aria-hidden />
          </a>
        )}
        {children}
      </span>
    </header>
  )
}

/** The trigger of a session: a delegation, a mention, or the agent itself. */
function CalledBy({ session }: { session: Session }) {
  const t = useTranslations('details.sessions')
  const { board } = useOpenCard()
  const by = board.members.find((member) => member.actorId === session.initiatorActorId)
  const text = by && by.actorId !== session.agentActorId ? t(`by.${session.trigger.type}`, { name: by.name }) : null
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-3 text-sm max-md:order-last max-md:basis-full">
      {text !== null && <span className="truncate">{text}</span>}
      <Ago at={session.createdAt} />
    </span>
  )
}
