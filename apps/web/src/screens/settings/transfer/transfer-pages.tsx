import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import { useBoardSettings } from '../board-context.ts'
import { Page } from '../page.tsx'
import { ExportPart } from './export-part.tsx'
import { ImportPart } from './import-part.tsx'
import { ImportsPart } from './imports-part.tsx'

/** Exports the board, and imports others. */
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

/** Imports of boards, also for people who have no board yet. */
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
