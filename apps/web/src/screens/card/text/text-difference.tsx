import { diffWordsWithSpace } from 'diff'

/** In ms. Comparing longer texts would block the page; then the whole text is shown as new. */
const mostMs = 200

type Props = { from: string; to: string; label: string }
type Part = { value: string; added: boolean; removed: boolean }

/** The removed and added words of a text. Long unchanged parts are shortened to their ends. */
export default function TextDifference({ from, to, label }: Props) {
  const parts: Part[] = diffWordsWithSpace(from, to, { timeout: mostMs }) ?? [
    { value: from, removed: true, added: false },
    { value: to, added: true, removed: false },
  ]
  return (
    <section
      aria-label={label}
      className="max-h-64 overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-surface px-3 py-2 text-md [overflow-wrap:anywhere]"
    >
      {parts.map(({ value, added, removed }, at) => {
        const key = `${at} ${value.length}`
        if (added)
          return (
            <ins key={key} className="bg-done-soft text-done">
              {value}
            </ins>
          )
        return removed ? (
          <del key={key} className="bg-error-soft text-error">
            {value}
          </del>
        ) : (
          <span key={key}>{endsOf(value, { isFirst: at === 0, isLast: at === parts.length - 1 })}</span>
        )
      })}
    </section>
  )
}

const linesKept = 2

/** The lines beside a change, and an ellipsis for those in between. */
export function endsOf(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const lines = text.split('\n')
  const before = isFirst ? [] : lines.slice(0, linesKept)
  const after = isLast ? [] : lines.slice(-linesKept)
  if (before.length + after.length + 1 >= lines.length || (isFirst && isLast)) return text
  return [...before, '…', ...after].join('\n')
}
