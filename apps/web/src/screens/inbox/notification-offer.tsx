import { Bell, BellRing } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onTellingChange, startTelling, stopTelling, telling } from '../../shell/browser-notifications.ts'
import { OfferButtons } from '../../shell/offer-buttons.tsx'

/** Offers browser notifications of questions. The browser asks for permission only after the user accepts. */
export function NotificationOffer() {
  const t = useTranslations('inbox.tell')
  const state = useSyncExternalStore(onTellingChange, telling)
  if (state === 'impossible') return null
  if (state === 'on' || state === 'later')
    return (
      <p className="mb-3 flex items-center gap-2 text-ink-3 text-sm">
        {state === 'on' ? <BellRing size={14} aria-hidden /> : <Bell size={14} aria-hidden />}
        {state === 'on' ? t('isOn') : t('offer')}
        <button
          type="button"
          onClick={() => void (state === 'on' ? stopTelling() : startTelling())}
          className="shrink-0 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {t(state === 'on' ? 'off' : 'on')}
        </button>
      </p>
    )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface px-3 py-2">
      <BellRing size={16} aria-hidden className="text-awaiting" />
      <p className="min-w-48 flex-1">{t(state === 'denied' ? 'denied' : 'offer')}</p>
      <OfferButtons accept={t('on')} decline={t('later')} />
    </div>
  )
}
