import type { Member } from '@tandem/contract'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { membersQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { SmallSelect } from '../../../ui/form/select.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Row } from '../page.tsx'
import { roles, useRoleNames } from './roles.ts'

type Props = { member: Member; members: readonly Member[]; isLastAdmin: boolean }

export function MemberRow({ member, members, isLastAdmin }: Props) {
  const t = useTranslations('settings.members')
  const { meId, isAdmin, mayManage } = useBoardSettings()
  const roleName = useRoleNames()
  const changeRole = useChangeRole(member)
  const [leaving, setLeaving] = useState(false)
  const isMe = member.actorId === meId
  const owner = members.find((one) => one.actorId === member.ownerActorId)
  return (
    <Row
      lead={<Avatar face={member} size="lg" />}
      title={
        <>
          <span className="truncate">{member.name}</span>
          {isMe && <Badge>{t('you')}</Badge>}
          {member.deactivated && <Badge>{t('deactivated')}</Badge>}
        </>
      }
      facts={
        <>
          <span>@{member.handle}</span>
          {owner && <span>{t('agentOf', { name: owner.name })}</span>}
          {isLastAdmin && mayManage && <span>{t('lastAdmin')}</span>}
        </>
      }
    >
      {mayManage ? (
        <SmallSelect
          label={t('roleOf', { name: member.name })}
          value={member.role}
          choices={rolesFor(member).map((role) => [role, roleName(role)])}
          onChange={(role) => void changeRole(role)}
          disabled={isLastAdmin}
        />
      ) : (
        <span className="text-ink-2">{roleName(member.role)}</span>
      )}
      {(isAdmin || isMe) && (
        <IconButton
          label={isMe ? t('leave') : t('remove', { name: member.name })}
          icon={isMe ? <LogOut size={16} aria-hidden /> : <UserMinus size={16} aria-hidden />}
          disabled={isLastAdmin}
          onClick={() => setLeaving(true)}
        />
      )}
      {leaving && <LeaveDialog member={member} isMe={isMe} onClose={() => setLeaving(false)} />}
    </Row>
  )
}

/** An agent without an owner belongs to the board itself, such as an integration, and is no admin. */
const rolesFor = ({ kind, ownerActorId: ownerId }: Member) =>
  kind === 'agent' && ownerId === null ? roles.filter((role) => role !== 'admin') : roles

function useChangeRole(member: Member): (role: Member['role']) => Promise<void> {
  const { board } = useBoardSettings()
  const write = useWrite()
  const { queryKey } = membersQuery(board.id)
  const put = (role: Member['role']) =>
    queryClient.setQueryData(queryKey, (now) => now?.map((one) => (one.actorId === member.actorId ? { ...one, role } : one)))
  return async (role) => {
    const show = () => {
      put(role)
      return () => put(member.role)
    }
    await write('member.update', { boardId: board.id, actorId: member.actorId, role }, { failed: 'edit', show })
    await queryClient.invalidateQueries({ queryKey })
  }
}

function LeaveDialog({ member, isMe, onClose }: { member: Member; isMe: boolean; onClose: () => void }) {
  const t = useTranslations('settings.members')
  const { board } = useBoardSettings()
  const navigate = useNavigate()
  const go = async () => {
    await api.call('member.remove', { boardId: board.id, actorId: member.actorId })
    if (isMe) await navigate({ to: '/' })
    await Promise.all([['boards'], ['members', board.id]].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const title = isMe ? t('leaveTitle') : t('removeTitle', { name: member.name })
  return (
    <ConfirmDialog title={title} action={isMe ? t('leave') : t('removeAct')} onConfirm={go} onClose={onClose}>
      <p>{isMe ? t('leaveWarning') : t('removeWarning', { name: member.name })}</p>
      {member.kind === 'human' && <p className="text-ink-2">{isMe ? t('leaveAgents') : t('removeAgents')}</p>}
    </ConfirmDialog>
  )
}
