/** A day with its year, and a moment: “29 Nov 2026” in the order of the language. The browser's `medium` has a number as the month in German. */
export const wholeDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
export const wholeMoment = { ...wholeDay, hour: 'numeric', minute: '2-digit' } as const
