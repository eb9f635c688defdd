import { LabelDot } from '../../ui/label-color.tsx'
import { useBoardFrame } from './board-context.ts'

/** Labels: the colour as a dot, the name as text, so that no colour has to carry text. */
export function LabelDots({ labelIds }: { labelIds: readonly string[] }) {
  const { labels } = useBoardFrame().board
  const worn = labels.filter((label) => labelIds.includes(label.id))
  if (worn.length === 0) return null
  return (
    <ul className="mb-0.5 flex flex-wrap gap-x-2 pr-5">
      {worn.map((label) => (
        <li key={label.id} className="flex min-w-0 items-center gap-1 text-ink-2 text-xs">
          <LabelDot color={label.color} size="xs" />
          <span className="truncate">{label.name}</span>
        </li>
      ))}
    </ul>
  )
}
