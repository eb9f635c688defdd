/** A chart uses the colours that states have on tiles and sessions. */
export const fills = { done: 'fill-done', awaiting: 'fill-awaiting' } as const
export type ChartTone = keyof typeof fills
