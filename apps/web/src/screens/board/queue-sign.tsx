import { Bot } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** Beside the name of a list whose cards agents take by themselves. */
export function QueueSign() {
  const t = useTranslations('list')
  return (
    <span role="img" aria-label={t('queueSign')} data-tip={t('queueSign')} className="shrink-0 text-ink-3">
      <Bot size={14} aria-hidden />
    </span>
  )
}
