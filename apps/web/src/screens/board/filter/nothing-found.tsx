import { useTranslations } from 'use-intl'
import { AreaTexts } from '../../../i18n/areas.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { BoardLook } from './use-board-look.ts'

/** Cards there are, but none that the filter lets through. */
export function NothingFound({ look }: { look: BoardLook }) {
  return (
    <AreaTexts area="views" fallback={null}>
      <Found look={look} />
    </AreaTexts>
  )
}

function Found({ look }: { look: BoardLook }) {
  const t = useTranslations('views.filter')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState title={t('noneTitle')} action={<Button onClick={() => look.change({ filter: {} })}>{t('clear')}</Button>}>
        {look.filter.archived ? t('archivedText') : t('noneText')}
      </EmptyState>
    </div>
  )
}
