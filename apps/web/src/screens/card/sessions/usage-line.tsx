import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useAmounts } from '../../../ui/amounts.ts'
import { Dotted } from '../../../ui/dotted.tsx'

/** The usage of the session so far, as reported by the agent. */
export function UsageLine({ usage }: { usage: Session['usage'] }) {
  const t = useTranslations('details.sessions')
  const { tokens, usd } = useAmounts()
  const parts = [
    usage?.inputTokens !== undefined && t('tokensIn', { count: tokens(usage.inputTokens) }),
    usage?.outputTokens !== undefined && t('tokensOut', { count: tokens(usage.outputTokens) }),
    usage?.costUsd !== undefined && usd(usage.costUsd),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <p aria-label={t('usage')} className="px-3 pb-2 text-ink-3 text-sm tabular-nums">
      <Dotted facts={parts} />
    </p>
  )
}
