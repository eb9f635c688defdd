import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { copyText } from '../../ui/copy-text.ts'
import { cardAddress } from './card-address.ts'
import { useOpenCard } from './card-context.ts'

/** The key of the card, copied by a click. */
export function CopiedKey({ copying }: { copying: Copying }) {
  const t = useTranslations('details.card')
  const words = useTranslations('card')
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
            <span className="max-md:sr-only">{copying.copied === 'key' ? t('copiedKey') : words('copiedLink')}</span>
          </>
        )}
      </span>
    </>
  )
}

export type Copying = { copied: 'key' | 'link' | null; key: () => void; link: () => void }

const shownForMs = 2_000

/** Copies the key or the address of the card, and confirms it for a moment. */
export function useCopying(): Copying {
  const { card } = useOpenCard()
  const [copied, setCopied] = useState<Copying['copied']>(null)
  useEffect(() => {
    if (copied === null) return undefined
    const timer = setTimeout(() => setCopied(null), shownForMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (what: 'key' | 'link', text: string) => setCopied((await copyText(text)) ? what : null)
  return {
    copied,
    key: () => void copy('key', card.key),
    link: () => void copy('link', cardAddress(card.key)),
  }
}
