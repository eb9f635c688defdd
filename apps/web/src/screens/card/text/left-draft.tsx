import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { focusAfter } from '../../../ui/focus-after.ts'
import { Ago } from '../../../ui/time.tsx'

type Props = { draftKey: string; onGoOn: () => void }

/** Below a text: a draft of it that was left, which would otherwise seem to be lost. It is read once, when the text is shown. */
export function LeftDraft({ draftKey, onGoOn }: Props) {
  const t = useTranslations('details.merge')
  const { draft, drop } = useTextDraft(draftKey)
  if (draft === null) return null
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusAfter(currentTarget, 'section', 'button')
    drop()
  }
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-2 text-sm">
      <span>
        {draft.at === null ? t('oldDraft') : t('draft')} {draft.at !== null && <Ago at={draft.at} />}
      </span>
      <Button size="sm" variant="quiet" onClick={onGoOn}>
        {t('goOn')}
      </Button>
      <Button size="sm" variant="quiet" onClick={discard}>
        {t('discard')}
      </Button>
    </p>
  )
}
