import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from './auth-page.tsx'
import { Providers, useLocalLogin } from './providers.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const t = useTranslations('auth')
  const { next } = useSearch({ from: '/sign-up' })
  // As it was written, its query with it.
  const { history } = useRouter()
  const localLogin = useLocalLogin()
  return (
    <AuthPage
      title={t('signUpTitle')}
      intro={t('intro')}
      footer={
        localLogin && (
          <>
            {t('haveAccount')}{' '}
            <Link to="/sign-in" search={{ next }} className="text-accent underline underline-offset-2">
              {t('signIn')}
            </Link>
          </>
        )
      }
    >
      {localLogin && <SignUpForm onDone={async () => history.push(next ?? '/')} />}
      <Providers wish={{ next }} />
    </AuthPage>
  )
}
