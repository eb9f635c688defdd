import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escaped, linked, plainText, short } from '../src/text.ts'

test.each([
  ['<@U123|ada> see <#C1|engine> and <!here>', '@ada see #engine and @here'],
  ['<!subteam^S1|@crew> <!date^1^{date}|May 1>', '@crew May 1'],
  ['<https://example.com/a?b=1&amp;c=2>', 'https://example.com/a?b=1&c=2'],
  ['<https://example.com|the page>, <http://example.com|example.com>', 'the page (https://example.com), http://example.com'],
  ['<mailto:ada@example.com|ada@example.com>', 'ada@example.com'],
  ['a &lt;b&gt; &amp;lt; c', 'a <b> &lt; c'],
  ['Fix <b> and a < b > c', 'Fix <b> and a < b > c'],
])('what Slack sends as %s is %s', (sent, plain) => {
  expect(plainText(sent)).toBe(plain)
})

test('any text: Slack finds no markup in it, and it comes back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const sent = escaped(text)
      expect(sent).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      if (!/[<>]/.test(text)) expect(plainText(sent)).toBe(text)
      expect(linked('https://x', text)).toMatch(/^<https:\/\/x\|[^|<>]*>$/s)
      expect(short(text, 20).length).toBeLessThanOrEqual(20)
    }),
  )
})
