import type { MemberRequest } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../../api/query-client.ts'
import { memberRequestsQuery } from '../../../api/settings-queries.ts'
import { hideRow } from '../../../mutations/hide-row.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Loaded } from '../loaded.tsx'
import { Part, Row, Rows } from '../page.tsx'
import { useRoleNames } from './roles.ts'

/** Requests for agents whose owners have not answered yet. Hidden while there are none. */
export function RequestedAgents() {
  const t = useTranslations('settings.requestedAgents')
  const { board } = useBoardSettings()
  const requests = useQuery(memberRequestsQuery(board.id))
  if (requests.data?.length === 0) return null
  return (
    <Part title={t('title')} intro={t('intro')}>
      <Loaded of={requests}>
        {(open) => (
          <Rows label={t('title')}>
            {open.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Part>
  )
}

function RequestRow({ request }: { request: MemberRequest }) {
  const t = useTranslations('settings.requestedAgents')
  const roleName = useRoleNames()
  const withdraw = useWithdraw(request)
  const { agent, owner, role } = request
  return (
    <Row
      lead={<Avatar face={{ ...agent, kind: 'agent' }} size="lg" />}
      title={<span className="truncate">{agent.name}</span>}
      facts={
        <>
          <span>@{agent.handle}</span>
          <span>{roleName(role)}</span>
          <span>{t('waiting', { owner: owner.name })}</span>
        </>
      }
    >
      <IconButton label={t('withdraw', { name: agent.name })} icon={<X size={16} aria-hidden />} onClick={() => void withdraw()} />
    </Row>
  )
}

function useWithdraw({ id, boardId, agent }: MemberRequest): () => Promise<void> {
  const write = useWrite()
  const { queryKey } = memberRequestsQuery(boardId)
  return async () => {
    await write('member.remove', { boardId, actorId: agent.actorId }, { failed: 'edit', show: () => hideRow(queryKey, id) })
    await queryClient.invalidateQueries({ queryKey })
  }
}
