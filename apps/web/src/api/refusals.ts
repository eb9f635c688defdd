import type { Params } from '@tandem/contract'
import { createTranslator } from 'use-intl'
import { loadTexts } from '../i18n/areas.tsx'
import type { Locale } from '../i18n/languages/languages.ts'
import type { en } from '../i18n/refusals/en.ts'

/** Translates refusals of the service by their reason; null for a reason without a text. */
export type RefusalTranslator = (reason: string, params: Params | undefined) => string | null

export async function createRefusalTranslator(locale: Locale): Promise<RefusalTranslator> {
  const refusals = (await loadTexts('refusals', locale)) as typeof en
  const t = createTranslator({ locale, messages: refusals })
  const say = (key: keyof typeof en, values: Params = {}) =>
    t(key, { count: '', name: '', delay: delayOf(Number(values.count), locale), ...values })
  return (reason, params) => (Object.hasOwn(refusals, reason) ? say(reason as keyof typeof en, params) : null)
}

const minuteSeconds = 60

/** A delay in words, for a sentence whose count is one in seconds. */
function delayOf(seconds: number, locale: Locale): string {
  const inMinutes = seconds >= 2 * minuteSeconds
  // Rounded up: a try before the end would be refused.
  const amount = inMinutes ? Math.ceil(seconds / minuteSeconds) : seconds
  return new Intl.NumberFormat(locale, { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'long' }).format(amount)
}
