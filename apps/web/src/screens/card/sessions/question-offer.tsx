import { BellRing } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onTellingChange, startTelling, stopTelling, telling } from '../../../shell/browser-notifications.ts'
import { Button } from '../../../ui/button.tsx'

/** Offers notifications beside an open question, until the user has accepted or declined. */
export function QuestionOffer() {
  const t = useTranslations('session.tell')
  if (useSyncExternalStore(onTellingChange, telling) !== 'offered') return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      <BellRing size={14} aria-hidden className="text-awaiting" />
      <p className="min-w-40 flex-1">{t('offer')}</p>
      <span className="ml-auto flex gap-1">
        <Button size="sm" onClick={() => void startTelling()}>
          {t('on')}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => void stopTelling()}>
          {t('later')}
        </Button>
      </span>
    </div>
  )
}
