import type { DialogProps } from './base/dialog.tsx'
import { HeldKeys } from './loading/held-keys.tsx'
import { LazyInFront } from './loading/lazy-boundary.tsx'
import { lazyPart } from './loading/lazy-part.ts'

const base = () => import('./base/dialog.tsx')
const Opened = lazyPart(async () => ({ default: (await base()).Dialog }))
export const loadDialog = base

/** A dialog in front of the page. Nothing is rendered while it is closed. */
export function Dialog({ open = true, ...more }: DialogProps & { open?: boolean }) {
  if (!open) return null
  return (
    <LazyInFront fallback={<HeldKeys />} onClose={more.onClose}>
      <Opened {...more} />
    </LazyInFront>
  )
}
