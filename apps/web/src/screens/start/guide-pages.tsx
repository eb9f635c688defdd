import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { Guide } from './guide.tsx'

/** Connects an agent, at any time. */
export function ConnectPage() {
  return (
    <AreaTexts area="start">
      <Page />
    </AreaTexts>
  )
}

function Page() {
  const t = useTranslations('start')
  return (
    <div className="max-w-2xl px-3 py-4 md:px-5 md:py-5">
      <h1 className="flex min-h-8 items-center font-semibold text-xl tracking-tight">{t('title')}</h1>
      <p className="mt-1 mb-5 max-w-prose text-ink-2 text-md">{t('intro')}</p>
      <Guide />
    </div>
  )
}

/** Shown in place of the list of boards to people who have no board. */
export function FirstRun() {
  return (
    <AreaTexts area="start">
      <Welcome />
    </AreaTexts>
  )
}

function Welcome() {
  const t = useTranslations('start')
  return (
    <div>
      <p className="mb-5 max-w-prose text-ink-2 text-md">{t('welcome')}</p>
      <Guide />
    </div>
  )
}
