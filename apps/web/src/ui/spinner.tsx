import { useTranslations } from 'use-intl'

/** Something is loading; the text beside it names it. */
export function Spinner() {
  return <span aria-hidden className="inline-block size-3.5 animate-turn rounded-full border-2 border-current border-r-transparent" />
}

/** A page, or a part of one, that is being loaded. */
export function PagePending() {
  const t = useTranslations('common')
  return (
    <div role="status" className="grid min-h-48 place-items-center text-ink-3">
      <span className="flex items-center gap-2">
        <Spinner /> {t('loading')}
      </span>
    </div>
  )
}
