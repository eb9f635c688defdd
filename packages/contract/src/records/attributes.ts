import type { ZodOptional } from 'zod'
import { type AttributeKind, type AttributeName, cardAttributes, eachAttribute } from '../card-attributes.ts'
import { priority, timestamp, timestampInput } from '../fields.ts'

const time = { input: timestampInput.nullable(), output: timestamp.nullable() }

/** How a caller gives a value of a kind, and how it leaves the service. */
const schemas = {
  priority: { input: priority, output: priority },
  dayStart: time,
  dayEnd: time,
} as const satisfies Record<AttributeKind, unknown>

type SchemasOf<Name extends AttributeName> = (typeof schemas)[(typeof cardAttributes)[Name]['kind']]

/** Of the inputs that create and change a card. */
export const attributeInputs = eachAttribute<{ [Name in AttributeName]: ZodOptional<SchemasOf<Name>['input']> }>((name) =>
  schemas[cardAttributes[name].kind].input.optional(),
)

/** Of a card. */
export const attributeOutputs = eachAttribute<{ [Name in AttributeName]: SchemasOf<Name>['output'] }>(
  (name) => schemas[cardAttributes[name].kind].output,
)
