import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import-part.tsx'
import { ImportsPart } from './imports-part.tsx'

/** The board out of here, and others into it. */
export function TransferPage() {
  return (
    <AreaTexts area="automation">
      <Transfer />
    </AreaTexts>
  )
}

function Transfer() {
  const t = useTranslations('automation.transfer')
  const { board } = useBoardSettings()
  return (
    <Page title={t('title')}>
      <ExportPart boardId={board.id} boardName={board.name} />
      <ImportPart />
      <ImportsPart />
    </Page>
  )
}

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
