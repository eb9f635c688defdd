import { useFormatter } from 'use-intl'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** So many bytes as people say it. */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
    const unit = units[power] ?? 'byte'
    return format.number(bytes / 1_000 ** power, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power === 0 ? 0 : 1 })
  }
}
