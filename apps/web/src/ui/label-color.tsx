/**
 * Colours that are offered for labels, and those of Trello without a counterpart among them; any other name or #rrggbb is used unchanged.
 */
const hues: Record<string, number> = {
  red: 25,
  orange: 55,
  yellow: 90,
  lime: 125,
  green: 150,
  teal: 185,
  sky: 220,
  blue: 250,
  violet: 290,
  purple: 310,
  pink: 350,
}

export const labelColors = ['red', 'orange', 'yellow', 'lime', 'green', 'teal', 'blue', 'violet', 'pink', 'gray'] as const

/** The colour that the fewest labels have, for one that is made by its name alone. */
export function rarestColor(labels: readonly { color: string }[]): string {
  const used = (color: string) => labels.filter((label) => label.color === color).length
  return labelColors.toSorted((one, other) => used(one) - used(other))[0] ?? 'gray'
}

export function labelColor(color: string): string {
  if (color === 'gray' || color === 'grey') return 'oklch(0.65 0.01 220)'
  // Black would be invisible on the dark background, so the colour of text stands for it.
  if (color === 'black') return 'var(--color-ink)'
  const hue = hues[color]
  if (hue !== undefined) return `oklch(0.68 0.15 ${hue})`
  return color
}

const sizes = { xs: 'size-2', sm: 'size-2.5', md: 'size-3' } as const

/** The colour of a label beside its name. A colour that the browser does not know, or that of the background, is visible by its ring. */
export function LabelDot({ color, size }: { color: string; size: keyof typeof sizes }) {
  return (
    <span
      aria-hidden
      className={`${sizes[size]} shrink-0 rounded-full bg-line-strong ring-1 ring-line-strong/40 ring-inset`}
      style={{ backgroundColor: labelColor(color) }}
    />
  )
}
