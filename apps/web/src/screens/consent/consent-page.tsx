import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isLost, isSignedOut, useRefusalWords } from '../../api/failure.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { ConsentForm } from './consent-form.tsx'
import { consentQuery } from './consent-query.ts'
import '../../styles/all.css'

/** The page that an OAuth client sends a person to, to ask for access. */
export function ConsentPage() {
  return (
    <AreaTexts area="consent">
      <Page />
    </AreaTexts>
  )
}

const buttonClasses = 'inline-flex h-10 items-center justify-center rounded-md px-4 font-medium pointer-coarse:h-11'

function Page() {
  const t = useTranslations('consent')
  const words = useRefusalWords()
  const { request = '' } = useSearch({ from: '/consent' })
  const consent = useQuery({ ...consentQuery(request), enabled: request !== '' })
  if (request === '') return <AuthPage title={t('strangerTitle')} intro={t('missing')} />
  if (isSignedOut(consent.error)) return <Stranger request={request} />
  if (isLost(consent)) return <ErrorState level="h1" failure={consent.error} onRetry={() => consent.refetch()} />
  if (!consent.data) return <PagePending />
  if ('asked' in consent.data) return <ConsentForm request={request} consent={consent.data.asked} />
  const { message, reason, place, location } = consent.data.refused
  return (
    <AuthPage title={t('refusedTitle')} intro={words({ reason }) ?? message}>
      <p className="mb-4 text-md">{t('refusedHint')}</p>
      <a href={location} rel="noreferrer" className="text-accent underline underline-offset-2 [overflow-wrap:anywhere]">
        {t('tell', { place })}
      </a>
    </AuthPage>
  )
}

/** Nothing about the client is shown before the person is known. */
function Stranger({ request }: { request: string }) {
  const t = useTranslations('consent')
  const next = `/consent?${new URLSearchParams({ request })}`
  return (
    <AuthPage title={t('strangerTitle')} intro={t('stranger')}>
      <div className="flex flex-wrap gap-2">
        <Link to="/sign-in" search={{ next }} className={`${buttonClasses} bg-accent text-on-accent hover:bg-accent-strong`}>
          {t('signIn')}
        </Link>
        <Link to="/sign-up" search={{ next }} className={`${buttonClasses} border border-line-strong/60 bg-surface hover:bg-hover`}>
          {t('signUp')}
        </Link>
      </div>
    </AuthPage>
  )
}
