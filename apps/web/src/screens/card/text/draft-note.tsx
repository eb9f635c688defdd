import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Ago } from '../../../ui/time.tsx'

/** Says that the text of an editor is a kept draft, and how old it is; `at` is null for a draft of an older release. */
export function DraftNote({ at, onDiscard }: { at: string | null; onDiscard: () => void }) {
  const t = useTranslations('details.merge')
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-2">
      {at === null ? t('oldDraft') : t('draft')}
      {at !== null && <Ago at={at} />}
      <Button size="sm" variant="quiet" onClick={onDiscard}>
        {t('discard')}
      </Button>
    </p>
  )
}
