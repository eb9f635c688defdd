import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import type { BoardDisplay } from './use-board-display.ts'

/** The message if the board has cards, but none matches. */
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
    <div className="min-h-0 flex-1 overflow-y-auto px-3 md:px-5">
      <EmptyState title={t('noneTitle')} action={<Button onClick={() => display.change({ filter: {} })}>{t('clear')}</Button>}>
        {display.filter.archived ? t('archivedText') : t('noneText')}
      </EmptyState>
    </div>
  )
}
