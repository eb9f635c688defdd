import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Providers, useLocalLogin } from './providers.tsx'
import { RevokeTokens } from './revoke-tokens.tsx'

export const ForgotPage = () => (useLocalLogin() ? <AskForLetter /> : <NoPasswords />)
export const ResetPage = () => (useLocalLogin() ? <ChooseAnother /> : <NoPasswords />)

/** This instance signs in by providers alone: an old email or bookmark leads to them. */
function NoPasswords() {
  const t = useTranslations('auth')
  return (
    <AuthPage title={t('noPasswords')} intro={t('noPasswordsIntro')}>
      <Providers wish={{}} />
    </AuthPage>
  )
}

/** The answer of the service is the same whether or not the account exists. */
function AskForLetter() {
  const t = useTranslations('auth')
  const [sent, setSent] = useState(false)
  const form = useForm(async ({ email = '' }) => {
    await api.call('auth.forgot', { email })
    setSent(true)
  })
  return (
    <AuthPage title={t('forgot')} intro={sent ? t('letterSent') : t('forgotIntro')} footer={<ToSignIn />}>
      {!sent && (
        <form className="grid gap-4" onSubmit={form.submit}>
          <Field
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            problem={form.problemOf('email')}
          />
          <Problem text={form.problem} />
          <Button type="submit" variant="primary" busy={form.busy} className="h-10">
            {t('sendLetter')}
          </Button>
        </form>
      )}
    </AuthPage>
  )
}

/** The page behind the link in that email. Its secret is in the fragment (`#`), which browsers do not send to servers. */
function ChooseAnother() {
  const t = useTranslations('auth')
  const navigate = useNavigate()
  const form = useForm(async ({ newPassword = '', revokeTokens }) => {
    await api.call('auth.reset', { token: location.hash.slice(1), newPassword, revokeTokens: revokeTokens === 'on' })
    await navigate({ to: '/sign-in' })
  })
  return (
    <AuthPage title={t('newPassword')} footer={<ToSignIn />}>
      <form className="grid gap-4" onSubmit={form.submit}>
        <Field
          label={t('newPassword')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={8}
          maxLength={256}
          hint={t('passwordHint')}
          problem={form.problemOf('newPassword')}
        />
        <RevokeTokens />
        <Problem text={form.problemOf('token') === null ? form.problem : t('linkOver')} />
        <Button type="submit" variant="primary" busy={form.busy} className="h-10">
          {t('setPassword')}
        </Button>
      </form>
    </AuthPage>
  )
}

function ToSignIn() {
  const t = useTranslations('auth')
  return (
    <Link to="/sign-in" className="text-accent underline underline-offset-2">
      {t('signIn')}
    </Link>
  )
}
