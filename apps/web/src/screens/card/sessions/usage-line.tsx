import type { Session } from '@tandem/contract'
import { useFormatter, useTranslations } from 'use-intl'

/** What the session has used so far, as far as the agent says. */
export function UsageLine({ usage }: { usage: Session['usage'] }) {
  const t = useTranslations('details.sessions')
  const format = useFormatter()
  const count = (tokens: number) => format.number(tokens, { notation: 'compact', maximumFractionDigits: 1 })
  const parts = [
    usage?.inputTokens !== undefined && t('tokensIn', { count: count(usage.inputTokens) }),
    usage?.outputTokens !== undefined && t('tokensOut', { count: count(usage.outputTokens) }),
    usage?.costUsd !== undefined &&
      format.number(usage.costUsd, { style: 'currency', currency: 'USD', maximumFractionDigits: usage.costUsd < 1 ? 4 : 2 }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return (
    <p aria-label={t('usage')} className="px-3 pb-2 text-ink-3 text-sm tabular-nums">
      {parts.join(' · ')}
    </p>
  )
}
