import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from './auth-page.tsx'
import { Providers, useFirstAccount, useLocalLogin } from './providers.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const t = useTranslations('auth')
  const { next } = useSearch({ from: '/sign-up' })
  // The address unchanged, with its query.
  const { history } = useRouter()
  const localLogin = useLocalLogin()
  const isFirst = useFirstAccount()
  return (
    <AuthPage
      title={isFirst ? t('firstTitle') : t('signUpTitle')}
      intro={isFirst ? t('firstIntro') : t('intro')}
      footer={
        localLogin &&
        !isFirst && (
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
