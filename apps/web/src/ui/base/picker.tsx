import { Check, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { inputClasses } from '../form/field.tsx'

export type PickerOption = {
  id: string
  text: string
  mark?: ReactNode
  /** Whether all of the selected items have it, some, or none. */
  on: 'all' | 'some' | 'none'
  /** At the end of the line. */
  note?: string
}

type Props = {
  /** The label of the search field. */
  label: string
  options: readonly PickerOption[]
  /** Several options can be chosen: it stays open. */
  multiple?: boolean
  /** For a picker that appears within an open popup, which has set the focus already. */
  hasFocus?: boolean
  onPick: (id: string) => void
  /** Returns to the previous step: Backspace in an empty field. */
  onBack?: (() => void) | undefined
  /** Offers to create an option from the typed text if none has that name. */
  create?: { name: (typed: string) => string; run: (typed: string) => void }
  /** Shown when there are no options. */
  empty: string
  /** Below the options. */
  renderFoot?: (typed: string) => ReactNode
}

const newId = 'new'

/**
 * A searchable list of options: arrows move, Enter chooses the marked one. Where one can be chosen, it starts at the current one. Used in a
 * popover or a dialog.
 */
export function Picker({ label, options, multiple = false, hasFocus = false, onPick, onBack, create, empty, renderFoot }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string | null>(null)
  const wanted = typed.trim()
  const found = options.filter(({ text }) => folded(text).includes(folded(wanted)))
  const isNew = create && wanted !== '' && !options.some(({ text }) => folded(text) === folded(wanted))
  const lines: readonly PickerOption[] = isNew ? [...found, { id: newId, text: create.name(wanted), on: 'none' }] : found
  const current = multiple || wanted !== '' ? undefined : lines.find((line) => line.on === 'all')
  const active = lines.find((line) => line.id === pointed) ?? current ?? lines[0]
  const pick = (line: PickerOption) => {
    if (line.id === newId) create?.run(wanted)
    else onPick(line.id)
    setTyped('')
    setPointed(line.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '') {
      // The field of the previous step has the focus by then, and would lose its last letter.
      event.preventDefault()
      return onBack?.()
    }
    if (!active) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setPointed(lines[(lines.indexOf(active) + by + lines.length) % lines.length]?.id ?? null)
    else if (event.key === 'Enter') pick(active)
    else return
    event.preventDefault()
  }
  const optionId = (line: PickerOption) => `${id}-${line.id}`
  const shownId = pointed ?? current?.id
  useEffect(() => {
    if (shownId !== undefined) document.getElementById(`${id}-${shownId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, shownId])
  return (
    <>
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={lines.length > 0}
        aria-controls={id}
        aria-activedescendant={active && optionId(active)}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={label}
        value={typed}
        maxLength={200}
        autoFocus={hasFocus}
        onChange={(event) => {
          setTyped(event.target.value)
          setPointed(null)
        }}
        onKeyDown={onKeyDown}
        className={`${inputClasses} mb-1.5 h-8 pointer-coarse:h-11`}
      />
      {/* The field has the focus and names the active option for screen readers. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div id={id} role="listbox" aria-label={label} aria-multiselectable={multiple} className="max-h-64 overflow-y-auto">
        {lines.map((line) => (
          <Line
            key={line.id}
            id={optionId(line)}
            line={line}
            active={line === active}
            sign={
              line.id === newId ? (
                <Plus size={16} aria-hidden />
              ) : multiple ? (
                <Box on={line.on} />
              ) : (
                line.on === 'all' && <Check size={16} aria-hidden />
              )
            }
            onPoint={() => setPointed(line.id)}
            onPick={() => pick(line)}
          />
        ))}
      </div>
      {lines.length === 0 && <p className="px-2 py-1.5 text-ink-2">{empty}</p>}
      {renderFoot?.(wanted)}
    </>
  )
}

type LineProps = { id: string; line: PickerOption; active: boolean; sign: ReactNode; onPoint: () => void; onPick: () => void }

function Line({ id, line, active, sign, onPoint, onPick }: LineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={line.on === 'all'}
      onPointerMove={onPoint}
      onClick={onPick}
      className={classes('flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11', active && 'bg-hover')}
    >
      <span className="size-4 shrink-0 text-accent">{sign}</span>
      {line.mark}
      <span className="truncate">{line.text}</span>
      {line.note && <span className="ml-auto pl-3 text-ink-3 text-xs tabular-nums">{line.note}</span>}
    </div>
  )
}

/** Looks as a checkbox does: the option is what can be chosen, and has no control of its own. */
function Box({ on }: { on: PickerOption['on'] }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-4 place-items-center rounded-[3px] border',
        on === 'none' ? 'border-line-strong bg-surface' : 'border-accent bg-accent text-on-accent',
      )}
    >
      {on === 'all' && <Check size={12} strokeWidth={3} />}
      {on === 'some' && <Minus size={12} strokeWidth={3} />}
    </span>
  )
}

/** Removes accents and case, so that a search ignores them. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
