import { expect, test } from 'vitest'
import { begunKey, isMeant } from '../../src/screens/card/text/begun-key.ts'

const cards = [
  { key: 'PAY-4', title: 'Idempotent refunds' },
  { key: 'PAY-12', title: 'Retry with idempotency keys' },
  { key: 'PAY-41', title: 'Größe der Bons' },
  { key: 'OPS-4', title: 'Idempotent deploys' },
]

/** The keys that are offered at the end of a line on a card of PAY; null if nothing is. */
function offered(line: string): string[] | null {
  const query = begunKey.exec(line)?.[1]
  return query === undefined ? null : cards.filter((card) => isMeant(card, query, 'PAY')).map(({ key }) => key)
}

test('cards are offered by the beginning of their key and by a word of their title', () => {
  const typed: Record<string, string[] | null> = {
    'see PAY-4': ['PAY-4', 'PAY-41'],
    'see PAY-': ['PAY-4', 'PAY-12', 'PAY-41'],
    'see PAY-idem': ['PAY-4', 'PAY-12'],
    '#Idem': ['PAY-4', 'PAY-12'],
    '(#größe': ['PAY-41'],
    '#12': ['PAY-12'],
    'OPS-deploy': ['OPS-4'],
    '# Heading': null,
    '#': null,
    '##Idem': null,
    'colour#Idem': null,
    'https://example.com/PAY-4': null,
    'pay-4': null,
  }
  for (const [line, keys] of Object.entries(typed)) expect([line, offered(line)]).toEqual([line, keys])
})
