import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../../ui/area-texts.tsx'
import { Page } from '../page.tsx'
import { ImportPart } from './import-part.tsx'
import { ImportsPart } from './imports-part.tsx'

/** Boards from elsewhere, for somebody who may have none yet. */
export function ImportsPage() {
  return (
    <AreaTexts area="automation">
      <Imports />
    </AreaTexts>
  )
}

function Imports() {
  const t = useTranslations('automation.transfer')
  return (
    <Page title={t('importsTitle')}>
      <ImportPart />
      <ImportsPart />
    </Page>
  )
}
