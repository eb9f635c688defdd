import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { classes } from '../../ui/classes.ts'
import type { Entry, GroupName } from './entry.ts'

type Props = {
  id: string
  label: string
  entries: readonly Entry[]
  activeId: string | null
  nameOf: (group: GroupName) => ReactNode
  onPoint: (id: string) => void
  onRun: (entry: Entry) => void
}

export const optionId = (listId: string, entryId: string): string => `${listId}-${entryId}`

/** The entries in their groups. The focus stays in the field, which names the active entry for screen readers. */
export function PaletteList({ id, label, entries, activeId, nameOf, onPoint, onRun }: Props) {
  const groups = [...new Set(entries.map((entry) => entry.group))]
  useEffect(() => {
    const shown = activeId === null ? null : document.getElementById(optionId(id, activeId))
    shown?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])
  return (
    // The field has the keys: it names the active option.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div id={id} role="listbox" aria-label={label} className="max-h-[min(26rem,55vh)] overflow-y-auto overscroll-contain p-1.5">
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`} className="mb-1">
          <p id={`${id}-${group}`} className="px-2 pt-1.5 pb-1 font-medium text-ink-3 text-xs">
            {nameOf(group)}
          </p>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => (
              <Line
                key={entry.id}
                id={optionId(id, entry.id)}
                entry={entry}
                active={entry.id === activeId}
                onPoint={() => onPoint(entry.id)}
                onRun={() => onRun(entry)}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

function Line({
  id,
  entry,
  active,
  onPoint,
  onRun,
}: {
  id: string
  entry: Entry
  active: boolean
  onPoint: () => void
  onRun: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onRun}
      className={classes(
        'grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1.5 pointer-coarse:min-h-11',
        active && 'bg-hover',
      )}
    >
      <span className="text-ink-3">{entry.icon}</span>
      <span className="flex min-w-0 items-baseline">{entry.label ?? <span className="truncate">{entry.text}</span>}</span>
      {entry.hint && <span className="max-w-20 truncate md:max-w-32 text-ink-3 text-sm">{entry.hint}</span>}
      {entry.note && <span className="col-start-2 col-end-4 truncate text-ink-2 text-sm">{entry.note}</span>}
    </div>
  )
}
