import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOutdated } from '../live/outdated.ts'
import { useLiveState, useOnline } from '../live/use-live.ts'
import { useWaitingChanges } from '../mutations/outbox.ts'

/** In ms: shorter outages are not reported. */
const patienceMs = 4_000

/** Tells that the data may be old, which changes wait for the network, or that the page itself is outdated. */
export function ConnectionBanner() {
  const t = useTranslations('connection')
  const online = useOnline()
  const lost = useLasting(useLiveState() === 'waiting')
  const count = useWaitingChanges()
  // Without a connection a reload would fail, and waiting changes would be lost.
  const outdated = useOutdated() && online && !lost && count === 0
  const kept = count > 0 ? t(online ? 'sending' : 'waiting', { count }) : null
  const text = !online ? `${t('offline')} ${kept ?? t('readOnly')}` : (kept ?? (lost ? t('lost') : outdated ? t('outdated') : null))
  return (
    <div role="status" className="col-span-full row-start-1">
      {text && (
        <p className="bg-awaiting-soft px-4 py-1.5 text-center font-medium text-awaiting text-sm">
          {text}{' '}
          {outdated && (
            <button type="button" className="underline pointer-coarse:min-h-11 pointer-coarse:px-3" onClick={() => location.reload()}>
              {t('reload')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function useLasting(now: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(now), now ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [now])
  return lasting && now
}
