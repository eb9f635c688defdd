import { expect, test } from 'vitest'
import { labelColor, labelColors, rarestColor } from '../../src/ui/label-color.tsx'

test('a label that is made by its name has the colour that the fewest labels of the board have', () => {
  const [first, second] = labelColors
  expect(rarestColor([])).toBe(first)
  expect(rarestColor([{ color: first }, { color: '#123456' }])).toBe(second)
  expect(rarestColor([...labelColors, ...labelColors.slice(0, 7)].map((color) => ({ color })))).toBe(labelColors[7])
})

test('the colours of Trello that are not offered are visible on a light and on a dark background', () => {
  const lightness = (color: string) => Number(/^oklch\(([\d.]+) /.exec(labelColor(color))?.[1])
  for (const color of ['sky', 'purple', ...labelColors]) {
    expect(lightness(color), color).toBeGreaterThan(0.6)
    expect(lightness(color), color).toBeLessThan(0.75)
  }
  expect(new Set(['sky', 'purple', ...labelColors].map(labelColor)).size).toBe(labelColors.length + 2)
  // The colour of text stands out on either.
  expect(labelColor('black')).toBe('var(--color-ink)')
  expect(labelColor('#123456')).toBe('#123456')
})
