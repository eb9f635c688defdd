import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/query-client.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Button } from '../../ui/button.tsx'

/** Accepting or declining an invitation in its inbox row; after accepting, the board opens. */
export function InvitationChoice({ invitationId, boardId, boardName }: { invitationId: string; boardId: string; boardName: string }) {
  const t = useTranslations('inbox.invitation')
  const write = useWrite()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const refresh = (key: string) => queryClient.invalidateQueries({ queryKey: [key] })
  const accept = async () => {
    setBusy('accept')
    const joined = await write('invitation.acceptMine', { invitationId }, { failed: 'edit' })
    await Promise.all([refresh('inbox'), refresh('boards')])
    if (joined) await navigate({ to: '/boards/$boardId', params: { boardId } })
    else setBusy(null)
  }
  const decline = async ({ currentTarget }: MouseEvent) => {
    // The buttons disappear: the focus moves to the row.
    currentTarget.closest('[data-row]')?.querySelector<HTMLElement>('[data-stop]')?.focus()
    setBusy('decline')
    await write('invitation.decline', { invitationId }, { failed: 'edit' })
    await refresh('inbox')
    setBusy(null)
  }
  return (
    <span className="relative z-10 mt-2 flex w-fit gap-2">
      <Button size="sm" busy={busy === 'accept'} aria-label={t('acceptOf', { board: boardName })} onClick={() => void accept()}>
        {t('accept')}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        busy={busy === 'decline'}
        aria-label={t('declineOf', { board: boardName })}
        onClick={(event) => void decline(event)}
      >
        {t('decline')}
      </Button>
    </span>
  )
}
