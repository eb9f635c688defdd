import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../ui/area-texts.tsx'
import { Guide } from './guide.tsx'

/** In the place of the list of boards for somebody who has none. */
export default function FirstRun() {
  return (
    <AreaTexts area="start">
      <Welcome />
    </AreaTexts>
  )
}

function Welcome() {
  const t = useTranslations('start')
  return (
    <div className="max-w-2xl">
      <p className="mb-5 max-w-prose text-ink-2 text-md">{t('welcome')}</p>
      <Guide />
    </div>
  )
}
