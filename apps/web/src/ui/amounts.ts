import { useFormatter, useTranslations } from 'use-intl'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/**
 * Formats amounts: `35 min`, `1.2 h`, `3.4 d`; `$0.25`; `950`, `12.3k` and `1.2M` tokens; `85%`. The formats of the browser differ by
 * language: German has no short word for a thousand.
 */
export function useAmounts() {
  const t = useTranslations('amounts')
  const format = useFormatter()
  const short = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  return {
    duration(ms: number): string {
      // By the rounded value: 59.6 minutes are 1 h, not 60 min.
      if (Math.round(ms / second) < 60) return t('seconds', { count: short(Math.round(ms / second)) })
      if (Math.round(ms / minute) < 60) return t('minutes', { count: short(Math.round(ms / minute)) })
      if (ms < day - hour / 20) return t('hours', { count: short(ms / hour) })
      return t('days', { count: short(ms / day) })
    },
    usd(amount: number): string {
      const cents = (value: number) => format.number(value, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
      return amount > 0 && amount < 0.005 ? t('under', { amount: cents(0.01) }) : cents(amount)
    },
    tokens(count: number): string {
      if (count < 1_000) return short(count)
      if (count < 999_950) return t('thousands', { count: short(count / 1_000) })
      return t('millions', { count: short(count / 1_000_000) })
    },
    percent: (part: number): string => format.number(part, { style: 'percent' }),
  }
}
