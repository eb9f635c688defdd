import { useTranslations } from 'use-intl'
import { useFailureText } from '../api/failure.ts'
import { Button } from './button.tsx'

type Props = { failure: unknown; level?: 'h1' | 'h2'; onRetry?: () => void }

/** Something could not be shown: why, and what to do. */
export function ErrorState({ failure, level: Heading = 'h2', onRetry }: Props) {
  const t = useTranslations('failure')
  const text = useFailureText()
  return (
    <div role="alert" className="mx-auto grid max-w-sm justify-items-start gap-2 px-4 py-12">
      <Heading className="font-semibold text-lg">{t('title')}</Heading>
      <p className="text-ink-2 text-md">{text(failure)}</p>
      {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  )
}
