import type { InputOf, OutputOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { fieldsOf } from '../../api/failure.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { say } from '../../ui/toasts/toast.tsx'
import { providersQuery, useFirstAccount } from './providers.tsx'
import { ownTimeZone } from './time-zone.ts'

type Props = { email?: string; inviteToken?: string; onDone: () => Promise<unknown> }

/** Sends the time zone; an unknown one does not block the registration. */
function register(account: InputOf<'auth.register'>): Promise<OutputOf<'auth.register'>> {
  return api.call('auth.register', { ...account, ...ownTimeZone() }).catch((failure: unknown) => {
    if (fieldsOf(failure).timezone === undefined) throw failure
    return api.call('auth.register', account)
  })
}

/** A new account, and signed in with it. */
export function SignUpForm({ email: invited, inviteToken, onDone }: Props) {
  const t = useTranslations('auth')
  const expectsFirst = useFirstAccount()
  const form = useForm(async ({ name = '', email = '', password = '' }) => {
    const account = { name, email, password, ...(inviteToken !== undefined && { inviteToken }) }
    const { isInstanceAdmin } = await register(account).catch(async (failure: unknown) => {
      // Another account may have been created first, and then this one needs an invitation: the page is read again.
      if (expectsFirst) await queryClient.invalidateQueries(providersQuery)
      throw failure
    })
    if (expectsFirst && !isInstanceAdmin) say({ title: t('notFirst') })
    queryClient.clear()
    await onDone()
  })
  return (
    <form className="grid gap-4" onSubmit={form.submit}>
      <Field label={t('name')} name="name" autoComplete="name" required autoFocus maxLength={200} problem={form.problemOf('name')} />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={invited}
        problem={form.problemOf('email')}
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={256}
        hint={t('passwordHint')}
        problem={form.problemOf('password')}
      />
      <Problem text={form.problem} />
      <Button type="submit" variant="primary" busy={form.busy} className="h-10">
        {t('createAccount')}
      </Button>
    </form>
  )
}
