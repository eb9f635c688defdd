import type { Params } from '@tandem/contract'
import { createTranslator } from 'use-intl'
import { loadTexts } from '../i18n/areas.tsx'
import type { Locale } from '../i18n/locale.tsx'
import type { en } from '../i18n/refusals/en.ts'
import { toldIn } from './told.ts'

/** Sentences that come without a reason so far, by what they are called in the texts: of two that fit the first counts. */
export const shapes = {
  fieldOptions: /^are the choices of a select/,
  optionTwice: /^must not name a choice twice/,
  handleUnfit: /^must be 1 to 39 of a-z/,
  addressNone: /^(?:is no URL|must be an http or https URL|names no host)/,
  zoneUnknown: /^(?:its schedule names a time zone that is not known|must be an IANA time zone)/,
  scheduleUnread: /^its cron expression cannot be read: |^must have five parts: /,
  empty: /^Too small: expected (?:string to have >=1 characters|array to have >=1 items)/,
  tooShort: /^Too small: expected string to have >=(?<count>\d+) characters/,
  tooLong: /^Too big: expected string to have <=(?<count>\d+) characters/,
  tooMany: /^Too big: expected array to have <=(?<count>\d+) items/,
  tooFew: /^Too small: expected array to have >=(?<count>\d+) items/,
  tooLow: /^Too small: expected (?:number|int) to be >=?\s?(?<count>-?\d+)/,
  tooHigh: /^Too big: expected (?:number|int) to be <=?\s?(?<count>-?\d+)/,
  noEmail: /^Invalid email/,
  noDate: /^(?:must be an ISO-8601 datetime|must lie in the years|Invalid ISO)/,
  unfit: /^Invalid (?:input|option|string|key|value)/,
} satisfies Partial<Record<keyof typeof en, RegExp>>

/** Says in that language what the service has refused: null for a reason, or a sentence, that has no words here. */
export type Teller = {
  reason: (reason: string, params: Params | undefined) => string | null
  sentence: (told: string) => string | null
}

export async function tellerIn(locale: Locale): Promise<Teller> {
  const refusals = (await loadTexts('refusals', locale)) as typeof en
  const t = createTranslator({ locale, messages: refusals })
  const say = (key: keyof typeof en, values: Params = {}) => t(key, { count: '', name: '', ...values })
  return {
    reason: (reason, params) => (Object.hasOwn(refusals, reason) ? say(reason as keyof typeof en, params) : null),
    sentence: (told) => {
      const found = toldIn(shapes, told)
      return found && say(found.shape, found.values)
    },
  }
}
