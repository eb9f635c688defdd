import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withCommands } from '../../scripts/keyboard-page.ts'

test('docs/keyboard.md has every command of the web app', async () => {
  const page = await readFile(new URL('../../../../docs/keyboard.md', import.meta.url), 'utf8')
  expect(page, 'run npm run docs:keyboard').toBe(withCommands(page))
  expect(page).toContain('| <kbd>M</kbd> | Move to … |')
})

test('a page without a place for the commands is not overwritten', () => {
  expect(() => withCommands('# Keyboard\n')).toThrow('needs <!-- commands')
})
