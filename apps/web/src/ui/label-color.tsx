/** Colours that a label is offered; any other name or #rrggbb that the API took is shown as it is. */
const hues: Record<string, number> = {
  red: 25,
  orange: 55,
  yellow: 90,
  lime: 125,
  green: 150,
  teal: 185,
  blue: 250,
  violet: 290,
  pink: 350,
}

export const labelColors = ['red', 'orange', 'yellow', 'lime', 'green', 'teal', 'blue', 'violet', 'pink', 'gray'] as const

export function labelColor(color: string): string {
  if (color === 'gray' || color === 'grey') return 'oklch(0.65 0.01 220)'
  const hue = hues[color]
  if (hue !== undefined) return `oklch(0.68 0.15 ${hue})`
  return color
}

const sizes = { xs: 'size-2', sm: 'size-2.5', md: 'size-3' } as const

/** The colour of a label beside its name. */
export function LabelDot({ color, size }: { color: string; size: keyof typeof sizes }) {
  return <span aria-hidden className={`${sizes[size]} shrink-0 rounded-full`} style={{ background: labelColor(color) }} />
}
