import { classes } from '../../../ui/classes.ts'

type Props = { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }

/** A switch that takes effect at once. */
export function Switch({ label, on, onChange, disabled }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
      className="group grid shrink-0 place-items-center rounded-full disabled:opacity-55 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <span
        className={classes(
          'flex h-[1.125rem] w-8 items-center rounded-full border p-0.5 transition-colors',
          on ? 'border-accent bg-accent' : 'border-line-strong bg-sunken group-hover:bg-hover',
        )}
      >
        <span className={classes('size-3 rounded-full transition-transform', on ? 'translate-x-[0.8125rem] bg-on-accent' : 'bg-ink-3')} />
      </span>
    </button>
  )
}
