import type { Notification } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '../../api/failure.ts'
import { plain } from '../../ui/plain-text.ts'
import { useEndWords } from '../card/sessions/use-end-words.ts'

/** How what was said begins; what the service itself says is said in the language of who reads it. */
export function useExcerpt(): (row: Notification) => string | null {
  const t = useTranslations('inbox')
  const words = useRefusalWords()
  const ended = useEndWords()
  return (row) => {
    if (!row.excerpt || row.reason === 'due_soon' || row.reason === 'agent_requested') return null
    const why = row.why && words(row.why)
    if (why) return row.verb === 'rule.updated' ? t('paused', { rule: row.why?.params?.rule ?? '', why }) : why
    return row.verb === 'agent_session.failed' ? ended(plain(row.excerpt)) : plain(row.excerpt)
  }
}
