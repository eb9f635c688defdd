import type { Actor, AgentStatsInFull, SessionOnBoard } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { agentQuery } from '../../api/insight-queries.ts'
import { meQuery } from '../../api/queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { wholeDay } from '../../ui/date-styles.ts'
import { Dotted } from '../../ui/dotted.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { AgentDialog } from './agent-dialog.tsx'
import { AgentFacts } from './agent-facts.tsx'
import { faceOfAgent, LiveBadges } from './agent-row.tsx'
import { BudgetPart } from './own/budget-part.tsx'
import { CapPart } from './own/cap-part.tsx'
import { InvokablePart } from './own/invokable-part.tsx'
import { OwnBoardsPart } from './own/own-boards-part.tsx'
import { PausePart } from './own/pause-part.tsx'
import { RequestsPart } from './own/requests-part.tsx'
import { Part } from './part.tsx'
import { SessionRow } from './session-row.tsx'

/** One agent: its capabilities, its boards, its sessions and its figures. */
export function AgentPage() {
  return (
    <AreaTexts area="agents">
      <Agent />
    </AreaTexts>
  )
}

function Agent() {
  const t = useTranslations('agents')
  const { actorId } = useParams({ from: '/signed-in/agents/$actorId' })
  const agent = useQuery(agentQuery(actorId))
  const me = useQuery(meQuery).data?.id
  useFollowedBoards(agent.data?.boards.map((board) => board.id) ?? [])
  if (isLost(agent)) return <ErrorState level="h1" failure={agent.error} onRetry={() => agent.refetch()} />
  if (!agent.data) return <PagePending />
  const stats = agent.data
  const isMine = stats.owner !== null && stats.owner.id === me
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6 px-3 pt-2 pb-4 md:px-5 md:py-5">
      <Head stats={stats} mine={isMine} />
      <AgentFacts stats={stats} />
      {isMine ? <Own agent={stats.agent} /> : <Boards stats={stats} />}
      <Sessions title={t('liveSessions')} none={t('noLive')} sessions={stats.live} />
      <Sessions title={t('recentSessions')} none={t('noRecent')} sessions={stats.recent} undoes={stats.agent.name} />
    </div>
  )
}

function Head({ stats, mine }: { stats: AgentStatsInFull; mine: boolean }) {
  const t = useTranslations('agents')
  const format = useFormatter()
  const { agent, owner, from, to } = stats
  const [editing, setEditing] = useState(false)
  const day = (date: string) => format.dateTime(new Date(`${date}T00:00:00Z`), { ...wholeDay, timeZone: 'UTC' })
  const owned = owner === null ? t('ofIntegration') : mine ? t('ownedByYou') : t('ownedBy', { name: owner.name })
  return (
    <header>
      <Link to="/agents" className="-ml-1 inline-flex md:mb-2 items-center gap-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
        <ChevronLeft size={16} aria-hidden /> {t('back')}
      </Link>
      <div className="flex items-center gap-3">
        <Avatar size="lg" face={faceOfAgent(agent)} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="font-semibold text-xl tracking-tight">{agent.name}</h1>
            {agent.deactivatedAt === null ? <LiveBadges stats={stats} /> : <Badge>{t('retired')}</Badge>}
            {agent.deactivatedAt === null && agent.pausedAt && <Badge>{t('pause.badge')}</Badge>}
          </div>
          <p className="text-ink-3">
            <Dotted facts={[`@${agent.handle}`, owned]} />
          </p>
        </div>
        {mine && agent.deactivatedAt === null && (
          <Button data-commands className="self-start" onClick={() => setEditing(true)}>
            <Pencil size={14} aria-hidden /> {t('edit')}
          </Button>
        )}
        {editing && <AgentDialog agent={agent} onClose={() => setEditing(false)} />}
      </div>
      <ul aria-label={t('capabilities')} className="mt-3 flex flex-wrap gap-1.5">
        <li>
          <Badge>{agent.capabilities?.delegatable ? t('delegatable') : t('notDelegatable')}</Badge>
        </li>
        <li>
          <Badge>{agent.capabilities?.mentionable ? t('mentionable') : t('notMentionable')}</Badge>
        </li>
      </ul>
      <p className="mt-3 text-ink-3 text-sm">{t('within', { from: day(from), to: day(to) })}</p>
    </header>
  )
}

/** The parts that only the owner of the agent sees: its boards, who may invoke it, its budget and its pause. */
function Own({ agent }: { agent: Actor }) {
  const isActive = agent.deactivatedAt === null
  return (
    <>
      {isActive && <RequestsPart agent={agent} />}
      <OwnBoardsPart agent={agent} />
      {isActive && <InvokablePart key={agent.id} agent={agent} />}
      {isActive && <BudgetPart key={`${agent.id}.budget`} agent={agent} />}
      {isActive && <PausePart agent={agent} />}
      {isActive && <CapPart key={`${agent.id}.cap`} agent={agent} />}
    </>
  )
}

function Boards({ stats: { boards } }: { stats: AgentStatsInFull }) {
  const t = useTranslations('agents')
  return (
    <Part title={t('boards')}>
      {boards.length === 0 ? (
        <p className="text-ink-3">{t('noBoards')}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {boards.map((board) => (
            <li key={board.id} className="relative flex items-center gap-3 border-line px-4 py-2.5 not-last:border-b hover:bg-hover">
              <span className="w-12 shrink-0 truncate font-mono text-ink-3 text-sm">{board.keyPrefix}</span>
              <Link to="/boards/$boardId" params={{ boardId: board.id }} className="min-w-0 flex-1 truncate after:absolute after:inset-0">
                {board.name}
              </Link>
              <span className="text-ink-3 text-sm">{t(`role.${board.role}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

type SessionsProps = { title: string; none: string; sessions: readonly SessionOnBoard[]; undoes?: string }

function Sessions({ title, none, sessions, undoes }: SessionsProps) {
  return (
    <Part title={title}>
      {sessions.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} {...(undoes !== undefined && { undoes })} />
          ))}
        </ul>
      )}
    </Part>
  )
}
