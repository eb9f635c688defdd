import { lazy, Suspense } from 'react'

const Shown = lazy(() => import('./text-difference.tsx'))

/** The difference between two texts. Its code is loaded on demand. */
export function Difference(props: { from: string; to: string; label: string }) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  )
}
