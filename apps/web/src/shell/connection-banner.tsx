import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOutdated } from '../live/outdated.ts'
import { useLiveState, useOnline } from '../live/use-live.ts'

/** A short loss is over before a reader notices. */
const patienceMs = 4_000

/** Says when what is shown may be old, and that nothing can be changed meanwhile; or that the page itself is. */
export function ConnectionBanner() {
  const t = useTranslations('connection')
  const online = useOnline()
  const lost = useLasting(useLiveState() === 'waiting')
  // Without a connection there is nothing to load.
  const outdated = useOutdated() && online && !lost
  const text = !online ? t('offline') : lost ? t('lost') : outdated ? t('outdated') : null
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
