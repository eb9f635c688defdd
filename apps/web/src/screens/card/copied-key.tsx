import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useOpenCard } from './card-context.ts'
import type { Copying } from './use-copying.ts'

/** The key of the card: a click copies it. */
export function CopiedKey({ copying }: { copying: Copying }) {
  const t = useTranslations('details.card')
  const { card } = useOpenCard()
  return (
    <>
      <button
        type="button"
        aria-label={t('copyThis', { key: card.key })}
        data-tip={t('copyKeyTip')}
        onClick={copying.key}
        className="-ml-1 inline-flex min-h-7 shrink-0 items-center rounded-md px-1 font-mono text-ink-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        {card.key}
      </button>
      <span role="status" className="flex items-center gap-1 text-done text-sm">
        {copying.copied && (
          <>
            <Check size={13} aria-hidden />{' '}
            <span className="max-sm:sr-only">{t(copying.copied === 'key' ? 'copiedKey' : 'copiedLink')}</span>
          </>
        )}
      </span>
    </>
  )
}
