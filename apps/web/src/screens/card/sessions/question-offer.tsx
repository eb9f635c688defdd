import { BellRing } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onTellingChange, telling } from '../../../shell/browser-notifications.ts'
import { OfferButtons } from '../../../shell/offer-buttons.tsx'

/** Offers notifications beside an open question, until the user has accepted or declined. */
export function QuestionOffer() {
  const t = useTranslations('session.tell')
  if (useSyncExternalStore(onTellingChange, telling) !== 'offered') return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      <BellRing size={14} aria-hidden className="text-awaiting" />
      <p className="min-w-40 flex-1">{t('offer')}</p>
      <OfferButtons accept={t('on')} decline={t('later')} />
    </div>
  )
}
