import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Difference } from '../text/difference.tsx'

/** Longer texts are compared when somebody wants to see it: a page of history may have fifty of them. */
const longestAtOnce = 2_000

/** What has become of a text. */
export function Rewritten({ texts: { from, to } }: { texts: { from: string; to: string } }) {
  const t = useTranslations('details.history')
  const [isShown, show] = useState(from.length + to.length <= longestAtOnce)
  if (isShown) return <Difference from={from} to={to} label={t('whatChanged')} />
  return (
    <Button size="sm" variant="quiet" className="-ml-2 justify-self-start" onClick={() => show(true)}>
      {t('showChange')}
    </Button>
  )
}
