import { type ReactNode, Suspense } from 'react'
import { WithArea } from '../../i18n/areas.tsx'
import type { Area } from '../../i18n/languages/language.ts'
import { PagePending } from '../spinner.tsx'

/** Loads the texts of an area for its children: `useTranslations('settings.…')`. */
export function AreaTexts({ area, fallback = <PagePending />, children }: { area: Area; fallback?: ReactNode; children: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <WithArea area={area}>{children}</WithArea>
    </Suspense>
  )
}
