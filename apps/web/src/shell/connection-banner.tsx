import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveState, useOnline } from '../live/use-live.ts'

/** A short loss is mended before anybody reads about it. */
const patienceMs = 4_000

/** Says when what is shown may be old, and that nothing can be changed meanwhile. */
export function ConnectionBanner() {
  const t = useTranslations('connection')
  const online = useOnline()
  const lost = useLasting(useLiveState() === 'waiting')
  const text = !online ? t('offline') : lost ? t('lost') : null
  return (
    <div role="status" className="col-span-full row-start-1">
      {text && <p className="bg-awaiting-soft px-4 py-1.5 text-center font-medium text-awaiting text-sm">{text}</p>}
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
