import type { Member } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { membersQuery } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Loaded } from '../loaded.tsx'
import { Page, Part, Rows } from '../page.tsx'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { MemberRow } from './member-row.tsx'
import { RequestedAgents } from './requested-agents.tsx'

/** The members of the board with their roles, and the open invitations. */
export function MembersPage() {
  const t = useTranslations('settings.members')
  const { board, isAdmin, mayManage } = useBoardSettings()
  const members = useQuery(membersQuery(board.id))
  const [adding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <UserPlus size={16} aria-hidden /> {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} intro={t('intro')} action={mayManage && add}>
      <Loaded of={members}>{(found) => <Lists members={found} />}</Loaded>
      {isAdmin && <RequestedAgents />}
      {isAdmin && <Invitations />}
      {adding && <AddMemberDialog members={members.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Lists({ members }: { members: readonly Member[] }) {
  const t = useTranslations('settings.members')
  const { mayManage } = useBoardSettings()
  const lastAdminId = onlyAdmin(members)
  return (['human', 'agent'] as const).map((kind) => {
    const shown = members.filter((member) => member.kind === kind).toSorted((one, other) => one.name.localeCompare(other.name))
    // The hint on how to add an agent is shown only where one can be added.
    if (shown.length === 0 && !mayManage) return null
    return (
      <Part key={kind} title={t(`kinds.${kind}`)} intro={shown.length === 0 ? t('noAgents') : undefined}>
        {shown.length > 0 && (
          <Rows label={t(`kinds.${kind}`)}>
            {shown.map((member) => (
              <MemberRow key={member.actorId} member={member} members={members} isLastAdmin={member.actorId === lastAdminId} />
            ))}
          </Rows>
        )}
      </Part>
    )
  })
}

/** The only active admin, who cannot be removed; null when there are several. The service refuses it in any case. */
function onlyAdmin(members: readonly Member[]): string | null {
  const admins = members.filter((member) => member.role === 'admin' && !member.deactivated)
  return admins.length === 1 ? (admins[0]?.actorId ?? null) : null
}
