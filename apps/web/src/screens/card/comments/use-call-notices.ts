import type { AgentCall, WrittenComment } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { loadRefusals, useRefusalWords } from '../../../api/failure.ts'
import { useLocaleChoice } from '../../../i18n/locale.tsx'
import { say } from '../../../ui/toasts/toast.tsx'

/** Tells the author of a comment which mentioned agents did not start, and why, grouped by reason. */
export function useCallNotices(): (written: WrittenComment) => void {
  const t = useTranslations('details')
  const words = useRefusalWords()
  const { locale } = useLocaleChoice()
  const why = (call: AgentCall): string => words(call) ?? call.message ?? ''
  const tell = (left: readonly AgentCall[]) => {
    const lines = [...Map.groupBy(left, why)].map(([reason, those]) =>
      t('calls.line', { agents: those.map(({ handle }) => `@${handle}`).join(', '), why: reason }),
    )
    const isTold = left.every(({ because }) => because === 'at_work')
    say({ title: t('calls.title'), text: lines.join('\n'), done: isTold, kind: 'calls' })
  }
  return ({ calls = [] }) => {
    const left = calls.filter(({ opened }) => !opened)
    // The texts of reasons are loaded on demand.
    if (left.length > 0)
      void loadRefusals(locale)
        .catch(() => {})
        .then(() => tell(left))
  }
}
