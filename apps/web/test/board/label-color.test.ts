import { expect, test } from 'vitest'
import { labelColors, rarestColor } from '../../src/ui/label-color.tsx'

test('a label that is made by its name has the colour that the fewest labels of the board have', () => {
  const [first, second] = labelColors
  expect(rarestColor([])).toBe(first)
  expect(rarestColor([{ color: first }, { color: '#123456' }])).toBe(second)
  expect(rarestColor([...labelColors, ...labelColors.slice(0, 7)].map((color) => ({ color })))).toBe(labelColors[7])
})
