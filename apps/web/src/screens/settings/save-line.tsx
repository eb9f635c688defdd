import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import type { Form } from '../../ui/form/form.tsx'

/** The end of a form: saving, discarding the changes, and the confirmation. */
export function SaveLine({
  form,
  isChanged,
  isSaved,
  onCancel,
}: {
  form: Form
  isChanged: boolean
  isSaved: boolean
  onCancel: () => void
}) {
  const t = useTranslations('settings')
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Button type="submit" variant="primary" busy={form.busy} disabled={!isChanged}>
        {t('save')}
      </Button>
      {isChanged && !form.busy && (
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <span role="status" className="flex items-center gap-1 text-ink-2">
        {isSaved && !isChanged && (
          <>
            <Check size={16} aria-hidden className="text-accent" /> {t('saved')}
          </>
        )}
      </span>
    </div>
  )
}
