import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { isLost } from '../../api/failure.ts'
import { meQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { Providers, useLocalLogin } from './providers.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const invitationQuery = (token: string) =>
  queryOptions({ queryKey: ['invitation', token], queryFn: () => api.call('invitation.read', { token }) })

/** For holders of the link: with an account they join, without one they register here. */
export function InvitePage() {
  const t = useTranslations('invite')
  const roles = useTranslations('roles')
  const { token } = useParams({ from: '/invite/$token' })
  const invitation = useQuery(invitationQuery(token))
  const me = useQuery(meQuery)
  const navigate = useNavigate()
  const localLogin = useLocalLogin()
  if (isLost(invitation)) return <ErrorState level="h1" failure={invitation.error} onRetry={() => invitation.refetch()} />
  if (!invitation.data || me.isPending) return <PagePending />
  const { boardId, boardName, email, invitedByName, role } = invitation.data
  const open = () => navigate({ to: '/boards/$boardId', params: { boardId } })
  return (
    <AuthPage title={t('title', { board: boardName })} intro={t('intro', { name: invitedByName, role: roles(role) })}>
      {me.data ? (
        <Accept token={token} name={me.data.name} onDone={open} />
      ) : (
        <>
          {localLogin && <SignUpForm email={email} inviteToken={token} onDone={open} />}
          <Providers wish={{ inviteToken: token, next: `/boards/${boardId}` }} />
          <p className="mt-6 text-ink-2 text-md">
            {t('haveAccount')}{' '}
            <Link to="/sign-in" search={{ next: `/invite/${token}` }} className="text-accent underline underline-offset-2">
              {t('signIn')}
            </Link>
          </p>
        </>
      )}
    </AuthPage>
  )
}

function Accept({ token, name, onDone }: { token: string; name: string; onDone: () => Promise<unknown> }) {
  const t = useTranslations('invite')
  const form = useForm(async () => {
    await api.call('invitation.accept', { token })
    await queryClient.invalidateQueries({ queryKey: ['boards'] })
    await onDone()
  })
  return (
    <form className="grid gap-4" onSubmit={form.submit}>
      <p className="text-md">{t('as', { name })}</p>
      <Problem text={form.problem} />
      <Button type="submit" variant="primary" busy={form.busy} className="h-10">
        {t('accept')}
      </Button>
    </form>
  )
}
