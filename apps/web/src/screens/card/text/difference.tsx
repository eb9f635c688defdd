import { lazy, Suspense } from 'react'

const Shown = lazy(() => import('./text-difference.tsx'))

/** What has changed in a text; its code comes when it is wanted. */
export function Difference(props: { from: string; to: string; label: string }) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  )
}
