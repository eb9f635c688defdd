type Named = { title: string; key: string }

/** Whether a card's title says all words of a query, the last one perhaps unfinished, or the query is its key. */
export function saysWords(q: string): (card: Named) => boolean {
  const [wanted, key] = [wordsIn(q), q.trim().toUpperCase()]
  const [last, ...whole] = wanted.toReversed()
  return (card) => {
    if (card.key === key) return true
    const said = wordsIn(card.title)
    return last !== undefined && said.some((word) => word.startsWith(last)) && whole.every((word) => said.includes(word))
  }
}

/** Without accents and in small letters. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
