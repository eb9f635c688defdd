import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Problem, useForm } from '../../ui/form/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Providers, useLocalLogin } from './providers.tsx'

export function SignInPage() {
  const t = useTranslations('auth')
  const { next } = useSearch({ from: '/sign-in' })
  // The address unchanged, with its query.
  const { history } = useRouter()
  const localLogin = useLocalLogin()
  const form = useForm(async ({ email = '', password = '' }) => {
    await api.call('auth.login', { email, password })
    queryClient.clear()
    history.push(next ?? '/')
  })
  return (
    <AuthPage
      title={t('signIn')}
      footer={
        localLogin && (
          <>
            {t('noAccount')}{' '}
            <Link to="/sign-up" search={{ next }} className="text-accent underline underline-offset-2">
              {t('signUp')}
            </Link>
          </>
        )
      }
    >
      {localLogin && (
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
          <Field
            label={t('password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            problem={form.problemOf('password')}
          />
          <Problem text={form.problem} />
          <Button type="submit" variant="primary" busy={form.busy} className="h-10">
            {t('signIn')}
          </Button>
          <Link to="/forgot" className="justify-self-start text-ink-2 underline underline-offset-2">
            {t('forgot')}
          </Link>
        </form>
      )}
      <Providers wish={{ next }} />
    </AuthPage>
  )
}
