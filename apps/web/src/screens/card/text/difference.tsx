import { LazyInPlace } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'

const Shown = lazyPart(() => import('./text-difference.tsx'))

/** The difference between two texts. Its code is loaded on demand. */
export function Difference(props: { from: string; to: string; label: string }) {
  return (
    <LazyInPlace>
      <Shown {...props} />
    </LazyInPlace>
  )
}
