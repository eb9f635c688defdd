import { useFormatter } from 'use-intl'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** How long something took, in the two units that matter: `3 d 4 h`, `12 min`. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter()
  const unit = (count: number, name: 'day' | 'hour' | 'minute' | 'second') =>
    format.number(count, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 })
  const joined = (many: string, rest: number, few: string) => (rest === 0 ? many : `${many} ${few}`)
  return (ms) => {
    if (ms >= day)
      return joined(unit(Math.floor(ms / day), 'day'), Math.floor((ms % day) / hour), unit(Math.floor((ms % day) / hour), 'hour'))
    if (ms >= hour)
      return joined(unit(Math.floor(ms / hour), 'hour'), Math.floor((ms % hour) / minute), unit(Math.floor((ms % hour) / minute), 'minute'))
    return ms >= minute ? unit(Math.round(ms / minute), 'minute') : unit(Math.round(ms / 1_000), 'second')
  }
}
