import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { reloadIfThere } from '../live/current-page.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { loadFailed } from '../ui/loading/lazy-part.ts'

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    // Some browsers keep the failure of an import until the page is loaded anew, and an upgrade may have removed the file.
    if (!(await loadFailed(error))) return reloadIfThere()
    await router.invalidate()
    reset()
  }
  return (
    <main>
      <ErrorState level="h1" failure={error} onRetry={retry} />
    </main>
  )
}

export function PageMissing() {
  const t = useTranslations('missing')
  return (
    <div className="px-3 md:px-5">
      <EmptyState
        level="h1"
        title={t('title')}
        action={
          <Link to="/" className="text-accent underline">
            {t('home')}
          </Link>
        }
      >
        {t('text')}
      </EmptyState>
    </div>
  )
}
