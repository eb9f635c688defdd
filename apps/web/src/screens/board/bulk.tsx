import type { BoardModel } from '../../live/board-model.ts'
import { LazyInFront } from '../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { useBoardFrame } from './board-context.ts'
import { useProgress, useSelectedIds } from './selection.ts'

const Bar = lazyPart(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

/** The toolbar for selected cards, shown while there is a selection. */
export function Bulk({ board }: { board: BoardModel }) {
  const { mayWrite } = useBoardFrame()
  const [some, works] = [useSelectedIds().size > 0, useProgress() !== null]
  if (!mayWrite || !(some || works)) return null
  return (
    <LazyInFront>
      <AreaTexts area="bulk" fallback={null}>
        <Bar board={board} />
      </AreaTexts>
    </LazyInFront>
  )
}
