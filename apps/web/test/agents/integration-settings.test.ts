import { expect, test } from 'vitest'
import { problemsIn } from '../../src/screens/settings/integrations/schema.ts'

test('a number outside its bounds is told which of them it passes', () => {
  const problems = [0, 1, 9, 10].map((value) => problemsIn({ type: 'integer', minimum: 1, maximum: 9 }, value))
  expect(problems).toEqual([[{ path: [], kind: 'tooLow', bound: 1 }], [], [], [{ path: [], kind: 'tooHigh', bound: 9 }]])
})
