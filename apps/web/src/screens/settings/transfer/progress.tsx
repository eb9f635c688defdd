import { useFormatter } from 'use-intl'

type Props = { label: string /** From 0 to 1; null while unknown. */; share: number | null }

/** A progress bar. */
export function Progress({ label, share }: Props) {
  return (
    <progress
      aria-label={label}
      {...(share !== null && { value: share, max: 1 })}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
    />
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes in a readable unit. */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
    const unit = units[power] ?? 'byte'
    return format.number(bytes / 1_000 ** power, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power === 0 ? 0 : 1 })
  }
}
