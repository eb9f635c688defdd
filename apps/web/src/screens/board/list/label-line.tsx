import { useEffect, useRef, useState } from 'react'
import { useBoardFrame } from '../board-context.ts'
import { LabelDots } from '../tile/tile-facts.tsx'

/** The labels of a card in one line, and how many more it has than there is room for. */
export function LabelLine({ labelIds }: { labelIds: readonly string[] }) {
  const line = useRef<HTMLSpanElement>(null)
  const [hidden, setHidden] = useState(0)
  const { labels } = useBoardFrame().board
  const worn = labels.filter(({ id }) => labelIds.includes(id)).map(({ name }) => name)
  const shown = worn.join()
  useEffect(() => {
    const box = line.current
    if (!box || shown === '') return undefined
    // It reports after the first layout too.
    const observer = new ResizeObserver(() => setHidden(countBelow(box)))
    observer.observe(box)
    return () => observer.disconnect()
  }, [shown])
  const more = Math.min(hidden, worn.length - 1)
  return (
    <span className="flex items-center gap-1">
      {/* Labels without room wrap below the only visible line. */}
      <span ref={line} className="block h-4 min-w-0 flex-1 overflow-hidden *:pr-0">
        <LabelDots labelIds={labelIds} />
      </span>
      {more > 0 && (
        <span aria-hidden data-tip={worn.slice(-more).join(', ')} className="relative z-10 shrink-0 text-ink-3 text-xs tabular-nums">
          +{more}
        </span>
      )}
    </span>
  )
}

/** How many labels are below the first line. */
function countBelow(box: Element): number {
  const labels = [...box.querySelectorAll('li')]
  const [first] = labels
  return first ? labels.filter((label) => label.offsetTop > first.offsetTop).length : 0
}
