import { expect, test, vi } from 'vitest'
import { de } from '../../src/i18n/archive/de.ts'
import { en } from '../../src/i18n/archive/en.ts'
import { loadTexts } from '../../src/i18n/areas.tsx'
import { languages } from '../../src/i18n/languages/languages.ts'

test('an area whose texts could not be fetched speaks English, and its own language from the next use on', async () => {
  const load = vi.spyOn(languages.de, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  try {
    expect(await loadTexts('archive', 'de')).toEqual(en)
    expect(await loadTexts('archive', 'de')).toEqual(de)
    await loadTexts('archive', 'de')
    expect(load).toHaveBeenCalledTimes(2)
  } finally {
    load.mockRestore()
  }
})
