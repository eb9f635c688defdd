import { Late } from '../../../ui/loading/late.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'

const Shown = lazyPart(() => import('./text-difference.tsx'))

/** The difference between two texts. Its code is loaded on demand. */
export function Difference(props: { from: string; to: string; label: string }) {
  return (
    <Late>
      <Shown {...props} />
    </Late>
  )
}
