import { expect, test } from 'vitest'
import { onOwnLine } from '../../src/ui/editor/own-line.ts'

const picture = '![dot.png](/api/attachments/1)'
const placed = (text: string, file = picture) => {
  const at = text.indexOf('|')
  const rest = text.replace('|', '')
  return rest.slice(0, at) + onOwnLine(file, rest, at) + rest.slice(at)
}

test.each([
  ['|', picture],
  ['See|', `See\n${picture}`],
  ['See|it', `See\n${picture}\nit`],
  ['One\n|\ntwo', `One\n${picture}\ntwo`],
  ['- |', `- ${picture}`],
  ['1. [ ] |', `1. [ ] ${picture}`],
  ['> |', `> ${picture}`],
  [`${picture}|`, `${picture}\n${picture}`],
  // It would not end if each of the spaces were tried as the end of each part.
  [`${' '.repeat(20_000)}x|`, `${' '.repeat(20_000)}x\n${picture}`],
])('a picture that is pasted into %j has a line of its own', (text, expected) => {
  expect(placed(text)).toBe(expected)
})

test('the link to another file stands in its line', () => {
  expect(placed('See | there', '[plan.pdf](/api/attachments/2)')).toBe('See [plan.pdf](/api/attachments/2) there')
})
