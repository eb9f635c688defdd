import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Why only the first cards of a large board are shown: the others are on their way, or could not be read. `failure` null = read again. */
export type Rest = { isLost: boolean; failure: unknown; retry: () => void }

/** In the header, in the place of what counts all cards. */
export function RestComing({ rest }: { rest: Rest }) {
  const t = useTranslations('board.rest')
  return (
    <div role="status" data-rest className="flex min-w-0 flex-1 items-center gap-2 text-ink-3 text-sm">
      {!rest.isLost && (
        <>
          <Spinner /> <span className="truncate max-md:sr-only">{t('coming')}</span>
        </>
      )}
    </div>
  )
}

/** Below the header. */
export function RestLost({ rest: { failure, retry } }: { rest: Rest }) {
  const t = useTranslations('board.rest')
  const again = useTranslations('failure')
  const text = useFailureText()
  return (
    <div role="alert" className="mx-3 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-ink-2 md:mx-5">
      <p className="min-w-0 flex-1 basis-56 break-words">
        {t('lost')} {failure !== null && text(failure)}
      </p>
      <Button size="sm" busy={failure === null} onClick={retry}>
        {again('retry')}
      </Button>
    </div>
  )
}

/** In a list, in the place of the form for a new card. It says no more, because the others may be on their way or lost. */
export function RestOfList({ hasMore }: { hasMore: boolean }) {
  const t = useTranslations('board.rest')
  return <p className="h-9 shrink-0 px-3 text-ink-3 text-sm leading-9">{hasMore && t('inList')}</p>
}
