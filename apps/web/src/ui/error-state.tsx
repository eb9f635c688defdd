import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isMissing, useFailureText } from '../api/failure.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type Props = {
  /** Null while it is read again: the known error stays visible. */
  failure: unknown
  level?: 'h1' | 'h2'
  /** What could not be shown, for the title. */
  of?: 'card' | 'board'
  /** Nothing around it has the space at the edge of a page. */
  atEdge?: boolean
  onRetry?: () => Promise<unknown>
}

/** The state of a part that could not be shown: the reason, and the next step. */
export function ErrorState({ failure, level: Heading = 'h2', of, atEdge = Heading === 'h1', onRetry }: Props) {
  const t = useTranslations('failure')
  const missing = useTranslations('missing')
  const text = useFailureText()
  const [known, setKnown] = useState(failure)
  if (failure !== null && failure !== known) setKnown(failure)
  if (known === null) return null
  const title = of === undefined ? 'title' : (`of.${of}` as const)
  return (
    <div role="alert" className={classes('grid max-w-sm justify-items-start gap-2 py-12', atEdge && 'px-3 md:px-5')}>
      <Heading className="font-semibold text-lg">{isMissing(known) ? missing(title) : t(title)}</Heading>
      <p className="text-ink-2 text-md">{text(known)}</p>
      <div className="flex flex-wrap items-center gap-3">
        {/* What does not exist does not come by asking again. */}
        {onRetry && !isMissing(known) && <Retry isAsking={failure === null} onRetry={onRetry} />}
        {isMissing(known) && (
          <Link to="/" className="text-accent underline underline-offset-2 pointer-coarse:py-3">
            {missing('home')}
          </Link>
        )}
      </div>
    </div>
  )
}

/** Busy until the result is known. */
function Retry({ isAsking, onRetry }: { isAsking: boolean; onRetry: () => Promise<unknown> }) {
  const t = useTranslations('failure')
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    void onRetry().finally(() => setBusy(false))
  }
  return (
    <Button busy={busy || isAsking} onClick={retry}>
      {t('retry')}
    </Button>
  )
}
