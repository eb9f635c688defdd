import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import type { BoardDisplay } from './use-board-display.ts'

/** Cards there are, but none that the filter lets through. */
export function NothingFound({ display }: { display: BoardDisplay }) {
  return (
    <AreaTexts area="views" fallback={null}>
      <Found display={display} />
    </AreaTexts>
  )
}

function Found({ display }: { display: BoardDisplay }) {
  const t = useTranslations('views.filter')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState title={t('noneTitle')} action={<Button onClick={() => display.change({ filter: {} })}>{t('clear')}</Button>}>
        {display.filter.archived ? t('archivedText') : t('noneText')}
      </EmptyState>
    </div>
  )
}
