import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyExample, exampleOf, opening, type Step } from '../src/examples/index.ts'
import { catalogue, type OperationName, type OperationSpec, operationNames } from '../src/index.ts'

const withExample = operationNames.flatMap((name): [OperationName, OperationSpec, AnyExample][] => {
  const example = exampleOf(name)
  return example ? [[name, catalogue[name], example]] : []
})

/** The input is valid, and has no property that the operation does not know. */
function expectSendable({ input }: OperationSpec, given: unknown): void {
  expect(input.safeParse(given).error).toBeUndefined()
  const known = input.def.catchall ? input : z.strictObject(input.shape)
  expect(known.safeParse(given).error).toBeUndefined()
}

test.each(withExample)('the example of %s can be sent and answered as it stands', (_, operation, { input, output }) => {
  expectSendable(operation, input)
  if (output !== undefined) expect(operation.output?.safeParse(output).error).toBeUndefined()
})

test.each(withExample)('what comes before the example of %s can be sent too', (_, __, { after = [] }) => {
  for (const step of [...opening, ...after] as Step[]) {
    if (typeof step !== 'string') expectSendable(catalogue[step.do], step.input)
    else expect(exampleOf(step)).toBeDefined()
  }
})
