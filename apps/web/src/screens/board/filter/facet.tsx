import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'

/** One kind of condition with its choices. */
export function Facet({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="sr-only">{name}</legend>
      <div className="flex min-h-5 items-center justify-between gap-2">
        <span aria-hidden className="font-medium text-ink-2 text-sm">
          {name}
        </span>
        {aside}
      </div>
      {children}
    </fieldset>
  )
}

export type Option = { value: string; name: string; mark?: ReactNode }
type Props = { options: readonly Option[]; chosen: readonly string[] | undefined; onChange: (chosen: string[]) => void }

/** Buttons that stay down. Chosen ones keep the order in which they were chosen. */
export function OptionList({ options, chosen = [], onChange }: Props) {
  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <div className="flex max-h-36 flex-wrap gap-1 overflow-y-auto p-px">
      {options.map(({ value, name, mark }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
          className={classes(
            'inline-flex h-6 max-w-full items-center gap-1.5 rounded-md border px-2 text-sm pointer-coarse:h-11 pointer-coarse:px-3',
            chosen.includes(value) ? 'border-accent bg-accent-soft text-ink' : 'border-line text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {mark && (
            <span aria-hidden className="contents">
              {mark}
            </span>
          )}
          <span className="truncate">{name}</span>
        </button>
      ))}
    </div>
  )
}
