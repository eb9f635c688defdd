import { refusals } from '@tandem/contract'
import { describe, expect, test } from 'vitest'
import { dateTagOf, languageAccepted, languageOf } from '../../src/texts/language.ts'
import { de } from '../../src/texts/refusals/de.ts'
import { es } from '../../src/texts/refusals/es.ts'
import { messageIn } from '../../src/texts/refusals/refusals.ts'

describe('the language of a reader', () => {
  test.each([
    [null, 'en', 'en-GB'],
    ['de', 'de', 'de'],
    ['de-AT', 'de', 'de-AT'],
    ['DE-at', 'de', 'DE-at'],
    ['es-MX', 'es', 'es-MX'],
    ['es-419', 'es', 'es'],
    ['en-US', 'en', 'en-US'],
    ['nl-BE', 'en', 'en-GB'],
    ['dex', 'en', 'en-GB'],
    ['de-a', 'de', 'de'],
  ])('with the locale %s is %s, and dates are as in %s', (locale, language, dates) => {
    expect([languageOf(locale), dateTagOf(locale)]).toEqual([language, dates])
    expect(() => new Intl.DateTimeFormat(dateTagOf(locale))).not.toThrow()
  })

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR, es;q=0.5, de;q=0.7', 'de'],
    ['en;q=0.1, ES-mx ; q=0.2', 'es'],
    ['de;q=0, es;q=0.1', 'es'],
    ['es, de', 'es'],
    ['fr, nl', 'en'],
    [';;q=,,=;q=x', 'en'],
    [`${'fr,'.repeat(19)}de`, 'de'],
    [`${'fr,'.repeat(20)}de`, 'en'],
    [`${' '.repeat(498)}de`, 'de'],
    [`${' '.repeat(499)}de`, 'en'],
  ])('of a browser that accepts %s is %s', (header, language) => {
    expect(languageAccepted(header)).toBe(language)
  })
})

describe('refusals in another language', () => {
  const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted()

  test.each([
    ['de', de],
    ['es', es],
  ])('name in %s nothing that the service does not say', (_, texts) => {
    for (const [reason, text] of Object.entries(texts)) {
      const { says } = refusals[reason as keyof typeof texts]
      expect(namesIn(says), reason).toEqual(expect.arrayContaining(namesIn(text)))
    }
  })

  test.each(['originForeign', 'budgetAnswerOfMembers', 'boardBudgetAnswerOfAdmins'] as const)('have words for %s', (reason) => {
    const known = { message: refusals[reason].says, reason, params: undefined }
    const said = [messageIn('de', known), messageIn('es', known)]
    expect(said).toEqual([de[reason], es[reason]])
    expect(said).not.toContain(known.message)
  })

  test('have their values; those without a translation stay in English', () => {
    const known = { message: 'Idp is not responding. Try again later.', reason: 'providerAway', params: { name: 'Idp' } }
    expect([messageIn('de', known), messageIn('es', known), messageIn('en', known)]).toEqual([
      'Idp antwortet nicht. Versuche es später erneut.',
      'Idp no responde. Inténtalo más tarde.',
      known.message,
    ])
    const often = { message: 'Too many requests. Try again in 3 s.', reason: 'tooManyRequests', params: { seconds: 3 } }
    expect([messageIn('de', often), messageIn('es', often)]).toEqual([
      'Zu viele Anfragen. Versuche es in 3 s erneut.',
      'Demasiadas solicitudes. Inténtalo de nuevo en 3 s.',
    ])
    const unknown = { message: 'The card is archived.', reason: 'toString', params: undefined }
    expect(messageIn('de', unknown)).toBe(unknown.message)
  })
})
