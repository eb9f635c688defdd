import type { Actor } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { agentRequestsQuery, type RequestOfAgent } from '../../../api/agent-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useSettling } from '../../inbox/use-settling.ts'
import { Loaded } from '../../settings/loaded.tsx'
import { Row, Rows } from '../../settings/page.tsx'
import { Part } from '../part.tsx'

/** Boards that ask for the agent: its owner accepts or declines. */
export function RequestsPart({ agent }: { agent: Actor }) {
  const t = useTranslations('agents.own')
  const requests = useQuery(agentRequestsQuery)
  return (
    <Part title={t('requests')}>
      <Loaded of={requests}>
        {(all) => {
          const open = all.filter(({ agentActorId }) => agentActorId === agent.id)
          if (open.length === 0) return <p className="text-ink-3">{t('noRequests')}</p>
          return (
            <div tabIndex={-1}>
              <p className="mb-2 text-ink-2">{t('requestsAbout')}</p>
              <Rows label={t('requests')}>
                {open.map((request) => (
                  <Request key={request.id} request={request} />
                ))}
              </Rows>
            </div>
          )
        }}
      </Loaded>
    </Part>
  )
}

function Request({ request }: { request: RequestOfAgent }) {
  const t = useTranslations('agents')
  const settle = useSettling()
  const { boardName: board, requestedBy } = request
  const answer = (accept: boolean) => (event: MouseEvent) => {
    // Its row disappears: the focus moves to the part of the page.
    event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    void settle(request, accept)
  }
  return (
    <Row
      lead={<Avatar face={{ name: requestedBy.name, kind: requestedBy.kind }} />}
      title={<span className="truncate">{board}</span>}
      facts={
        <>
          <span>{t(`role.${request.role}`)}</span>
          <span>{t('own.askedBy', { name: requestedBy.name })}</span>
          <Ago at={request.createdAt} />
        </>
      }
    >
      <Button size="sm" aria-label={t('own.acceptFor', { board })} onClick={answer(true)}>
        {t('own.accept')}
      </Button>
      <Button size="sm" variant="quiet" aria-label={t('own.declineFor', { board })} onClick={answer(false)}>
        {t('own.decline')}
      </Button>
    </Row>
  )
}
