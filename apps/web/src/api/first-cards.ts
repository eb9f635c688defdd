/** In px, of the lowest tile with its gap: rather too low, so that the window is filled. */
const leastTilePx = 60

/** A window may have no height yet when the page is loaded. */
const [least, most] = [12, 100]

let known: number | undefined

/**
 * How many cards of each list a page asks for first: those that fit into its window. It stays the same, because it is a part of the address of
 * the early request.
 */
export const firstCards = (): number => {
  known ??= Math.min(most, Math.max(least, Math.ceil(innerHeight / leastTilePx)))
  return known
}
