import type { Notification } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { agentRequestsQuery, type RequestOfAgent } from '../../api/agent-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useSettling } from './use-settling.ts'

/**
 * A request for an agent of mine, answered here. It links to the agent, because I may not see the board. After the answer nothing is left
 * to do.
 */
export function AgentRequested({ row, link, onRead }: { row: Notification; link: string; onRead: () => void }) {
  const t = useTranslations('inbox.request')
  const open = typeof row.requestId === 'string'
  const request = useQuery({ ...agentRequestsQuery, enabled: open }).data?.find(({ id }) => id === row.requestId)
  if (!request)
    return (
      <p className="truncate text-md">
        <Link to="/agents" className={link} onClick={onRead}>
          {row.boardName}
        </Link>
      </p>
    )
  return (
    <>
      <p className="truncate text-md">
        <Link to="/agents/$actorId" params={{ actorId: request.agentActorId }} preload={false} className={link} onClick={onRead}>
          {t('what', { agent: request.agent.name, board: request.boardName })}
        </Link>
      </p>
      <Answers request={request} />
    </>
  )
}

function Answers({ request }: { request: RequestOfAgent }) {
  const t = useTranslations('inbox.request')
  const roleName = useTranslations('roles')
  const settle = useSettling()
  const named = { agent: request.agent.name, board: request.boardName }
  const answer = (accept: boolean) => (event: MouseEvent) => {
    // The buttons disappear: the focus moves to the row.
    event.currentTarget.closest('[data-row]')?.querySelector('a')?.focus()
    void settle(request, accept)
  }
  return (
    <>
      <p className="text-ink-2">{t('as', { role: roleName(request.role) })}</p>
      <p className="relative z-10 mt-2 flex w-fit gap-2">
        <Button size="sm" aria-label={t('acceptFor', named)} onClick={answer(true)}>
          {t('accept')}
        </Button>
        <Button size="sm" variant="quiet" aria-label={t('declineFor', named)} onClick={answer(false)}>
          {t('decline')}
        </Button>
      </p>
    </>
  )
}
