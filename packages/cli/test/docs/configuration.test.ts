import { readFile } from 'node:fs/promises'
import { describeSettings } from '@tandem/server'
import { expect, test } from 'vitest'
import { withSettings } from '../../src/settings-page.ts'

test('docs/configuration.md has every setting as the configuration has it', {
  meta: { proves: ['config.settings.documented'] },
}, async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  expect(page, 'run npm run docs:configuration').toBe(withSettings(page))
  for (const { name } of describeSettings()) expect(page).toContain(`| \`${name}\` |`)
})

test('a page without a place for the settings is not overwritten', () => {
  expect(() => withSettings('# Configuration\n')).toThrow('needs <!-- settings')
})
