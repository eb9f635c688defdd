import { useFormatter } from 'use-intl'

const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** The size of a file, in a readable unit. */
export function useSize(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
    const unit = steps[step] ?? 'byte'
    return format.number(bytes / 1_000 ** step, {
      style: 'unit',
      unit,
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
  }
}
