import type { BoardModel } from '../../../live/board-model.ts'
import { LazyInFront } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import type { BoardDisplay } from './use-board-display.ts'

const Tools = lazyPart(async () => ({ default: (await import('./board-tools.tsx')).BoardTools }))

/** Loaded just after the board itself, in reserved space. */
export function BoardTools(props: { board: BoardModel; display: BoardDisplay }) {
  return (
    <LazyInFront fallback={<div className="h-7 pointer-coarse:h-11 max-md:col-span-2" />}>
      <Tools {...props} />
    </LazyInFront>
  )
}
