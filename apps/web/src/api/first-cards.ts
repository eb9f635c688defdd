/** In px, of the lowest tile with its gap: rather too low, so that the window is filled. */
const leastTilePx = 60

/** How many cards of each list a page asks for first: those that fit into its window. Part of the address of the early request. */
export const firstCards = Math.min(100, Math.ceil(innerHeight / leastTilePx))
