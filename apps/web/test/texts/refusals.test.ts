import { refusals } from '@tandem/contract'
import { expect, test } from 'vitest'
import { createRefusalTranslator } from '../../src/api/refusals.ts'
import { locales } from '../../src/i18n/languages/languages.ts'

/** Parameters that the app itself takes from the words of a rule. */
const ofTheApp = { condition: 'Title is set', target: 'label' }

test.each(locales)('every reason that people may meet is said in %s with what its sentence names', async (locale) => {
  const say = await createRefusalTranslator(locale)
  const forPeople = Object.entries<{ says: string; to?: string }>(refusals).filter(([, { to }]) => to !== 'programs')
  const said = forPeople.map(([reason, { says }]) => {
    const params = Object.fromEntries([...says.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 7]))
    return [reason, say(reason, { ...params, ...ofTheApp })]
  })
  expect(said.length).toBeGreaterThan(150)
  // A text that cannot be written, because it names something else, comes back as its key.
  expect(said.filter(([reason, text]) => !text || text === reason || text.includes('{'))).toEqual([])
})

test('a reason that is newer than the app has no words', async () => {
  const say = await createRefusalTranslator('de')
  expect([say('newerThanThis', undefined), say('checklistFull', { count: 500 })]).toEqual([
    null,
    'Eine Karte kann höchstens 500 Checklistenpunkte haben. Teile die Karte auf.',
  ])
})

test('a delay is said in seconds up to two minutes, and then in minutes', async () => {
  const [en, de, es] = await Promise.all(locales.map(createRefusalTranslator))
  const after = (say: typeof en, count: number) => say?.('tooManyPasswords', { count })?.split('. ')[1]
  expect([1, 119, 120, 128, 900].map((count) => after(en, count))).toEqual([
    'Try again in 1 second.',
    'Try again in 119 seconds.',
    'Try again in 2 minutes.',
    'Try again in 3 minutes.',
    'Try again in 15 minutes.',
  ])
  expect([1, 128].map((count) => after(de, count))).toEqual(['Versuche es in 1 Sekunde erneut.', 'Versuche es in 3 Minuten erneut.'])
  expect([1, 128].map((count) => after(es, count))).toEqual(['Inténtalo de nuevo en 1 segundo.', 'Inténtalo de nuevo en 3 minutos.'])
})
