import { expect, test } from 'vitest'
import { plain } from '../../src/ui/text/plain.ts'

test.each([
  ['**Bold** status `code`', 'Bold status code'],
  ['# Heading\nsee [the rules](https://example.com/a_b), _soon_ and ~~not~~ *now*', 'Heading\nsee the rules, soon and not now'],
  ['an excerpt that is **cut', 'an excerpt that is cut'],
  ['```ts\nconst a = 1\n```', 'ts\nconst a = 1\n'],
])('the marks of Markdown are left out: %j', (text, shown) => expect(plain(text)).toBe(shown))

test.each(['keep_the_names a_b', '2 * 3 * 4', 'src/**/*.ts and *.js', '2 ** 3', '**', '[ ] open', 'C# 12'])(
  'what only looks like marks stays: %j',
  (text) => expect(plain(text)).toBe(text),
)

test('code keeps its characters', () => expect(plain('Run `git add **/*_test.py` **now**')).toBe('Run git add **/*_test.py now'))

test('a text of backticks alone is read once, not from each of them', () => {
  const text = '`'.repeat(400_000)
  expect(plain(text)).toBe(text)
})
