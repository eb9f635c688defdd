import type { Invitation } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link2, Mail, X } from 'lucide-react'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { membersQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { invitationsQuery } from '../../../api/settings-queries.ts'
import { hideRow } from '../../../mutations/hide-row.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { wholeDay } from '../../../ui/date-styles.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Loaded } from '../loaded.tsx'
import { Part, Row, Rows } from '../page.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { useRoleNames } from './roles.ts'

/** The open invitations to the board. */
export function Invitations() {
  const t = useTranslations('settings.invitations')
  const { board } = useBoardSettings()
  const invitations = useQuery(invitationsQuery(board.id))
  return (
    <Part title={t('title')} intro={invitations.data?.length === 0 ? t('none') : t('intro')}>
      <Loaded of={invitations}>
        {(open) =>
          open.length > 0 && (
            <Rows label={t('title')}>
              {open.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Part>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('settings.invitations')
  const format = useFormatter()
  const roleName = useRoleNames()
  const revoke = useRevoke(invitation)
  const [again, setAgain] = useState(false)
  const { board, mayManage } = useBoardSettings()
  const inviter = useQuery(membersQuery(board.id)).data?.find((member) => member.actorId === invitation.invitedByActorId)
  return (
    <Row
      lead={
        <span aria-hidden className="grid size-8 place-items-center rounded-full bg-hover text-ink-3">
          <Mail size={16} />
        </span>
      }
      title={<span className="truncate">{invitation.email}</span>}
      facts={
        <>
          <span>{roleName(invitation.role)}</span>
          {inviter && <span>{t('by', { name: inviter.name })}</span>}
          <span>{t('until', { date: format.dateTime(new Date(invitation.expiresAt), wholeDay) })}</span>
        </>
      }
    >
      {mayManage && (
        <IconButton label={t('again', { email: invitation.email })} icon={<Link2 size={16} aria-hidden />} onClick={() => setAgain(true)} />
      )}
      <IconButton label={t('revoke', { email: invitation.email })} icon={<X size={16} aria-hidden />} onClick={() => void revoke()} />
      {again && <NewLinkDialog invitation={invitation} onClose={() => setAgain(false)} />}
    </Row>
  )
}

function useRevoke({ id, boardId }: Invitation): () => Promise<void> {
  const write = useWrite()
  const { queryKey } = invitationsQuery(boardId)
  return async () => {
    await write('invitation.revoke', { boardId, invitationId: id }, { failed: 'edit', show: () => hideRow(queryKey, id) })
    await queryClient.invalidateQueries({ queryKey })
  }
}

/** Inviting again creates another link; the previous one stops working. */
function NewLinkDialog({ invitation: { boardId, email, role }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const t = useTranslations('settings.invitations')
  const [link, setLink] = useState<string | null>(null)
  const form = useForm(async () => {
    const invited = await api.call('member.add', { boardId, email, role })
    setLink('inviteUrl' in invited ? invited.inviteUrl : null)
    await queryClient.invalidateQueries({ queryKey: invitationsQuery(boardId).queryKey })
  })
  return (
    <Dialog onClose={onClose} title={t('againTitle')}>
      {link === null ? (
        <form className="grid gap-4 p-4" onSubmit={form.submit}>
          <p className="text-md">{t('againText', { email })}</p>
          <Problem text={form.problem} />
          <Button type="submit" variant="primary" busy={form.busy} className="justify-self-end">
            {t('againAct')}
          </Button>
        </form>
      ) : (
        <div className="grid gap-4 p-4">
          <SecretOnce label={t('link')} text={link}>
            {t('linkText', { email })}
          </SecretOnce>
        </div>
      )}
    </Dialog>
  )
}
