import type { InputOf } from '@tandem/contract'

/** The languages of the mails and pages of the service. */
export type Language = NonNullable<InputOf<'board.create'>['language']>

/** Day before month, as in most of the world, unless the region of an account says otherwise. */
const usualTags: Record<Language, string> = { en: 'en-GB', de: 'de', es: 'es' }

const isLanguage = (subtag: string): subtag is Language => Object.hasOwn(usualTags, subtag)

/** Returns the language of a tag such as de-AT, or null if there are no texts in it. */
function languageOfTag(tag: string): Language | null {
  const [primary = ''] = tag.trim().toLowerCase().split('-')
  return isLanguage(primary) ? primary : null
}

/** Returns the language of an account with this locale. */
export const languageOf = (locale: string | null): Language => (locale === null ? null : languageOfTag(locale)) ?? 'en'

/** Returns the tag in which dates of a reader are formatted: their locale if it is a language of ours with a region. */
export function dateTagOf(locale: string | null): string {
  const hasRegion = locale !== null && languageOfTag(locale) !== null && /^[a-z]{2}-[a-z]{2}$/i.test(locale)
  return hasRegion ? locale : usualTags[languageOf(locale)]
}

/** How much of the header Accept-Language is read. Browsers send a few ranges of a few characters. */
export const longestAccepted = 500
const mostRanges = 20

/** Returns the language that the header Accept-Language prefers among ours; English if it names none of them. */
export function languageAccepted(header: string | undefined): Language {
  const wanted = (header ?? '').slice(0, longestAccepted).split(',', mostRanges).map(rangeIn)
  const ours = wanted.map(({ tag, quality }) => ({ language: languageOfTag(tag), quality }))
  const [best] = ours
    .filter(({ language, quality }) => language !== null && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  return best?.language ?? 'en'
}

function rangeIn(range: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
  const [, quality = '1'] = /^q=([\d.]+)$/i.exec(parameters.find((one) => /^q=/i.test(one)) ?? '') ?? []
  return { tag, quality: Number(quality) || 0 }
}
