import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { focusAfter } from '../../../ui/focus-after.ts'
import { Ago } from '../../../ui/time.tsx'

type Props = { left: ReturnType<typeof useTextDraft>; onContinue: () => void }

/** Shows below a text that it has an unsaved draft, which would otherwise seem lost. The draft is read once, when the text is shown. */
export function LeftDraft({ left: { draft, drop }, onContinue }: Props) {
  const t = useTranslations('details.merge')
  if (draft === null) return null
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusAfter(currentTarget, 'li, section', '[data-edit]')
    drop()
  }
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-2 text-sm">
      <span>
        {draft.at === null ? t('oldDraft') : t('draft')} {draft.at !== null && <Ago at={draft.at} />}
      </span>
      <Button size="sm" variant="quiet" onClick={onContinue}>
        {t('goOn')}
      </Button>
      <Button size="sm" variant="quiet" onClick={discard}>
        {t('discard')}
      </Button>
    </p>
  )
}
