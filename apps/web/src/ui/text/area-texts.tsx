import { type ReactNode, Suspense } from 'react'
import { type Area, WithArea } from '../../i18n/areas.tsx'
import { PagePending } from '../spinner.tsx'

/** What stands within speaks of the area too: `useTranslations('settings.…')`. */
export function AreaTexts({ area, fallback = <PagePending />, children }: { area: Area; fallback?: ReactNode; children: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <WithArea area={area}>{children}</WithArea>
    </Suspense>
  )
}
