const mostNamed = 5

/** `ENG-1, ENG-2, 3 more`: `unseen` is how many there are besides that the reader is not shown. */
export function namedCards(keys: readonly string[], unseen: number): string {
  const named = keys.slice(0, mostNamed)
  const more = unseen + keys.length - named.length
  if (named.length === 0) return more === 1 ? 'a card that is not shown here' : `${more} cards that are not shown here`
  return (more === 0 ? named : [...named, `${more} more`]).join(', ')
}
