import { type ZodOptional, z } from 'zod'
import { type AttributeKind, type AttributeName, cardAttributes, eachAttribute, kindOf } from '../../card-attributes.ts'
import { priority, timestamp, timestampInput } from '../../fields.ts'

const time = { input: timestampInput.nullable(), output: timestamp.nullable() }

/** The schemas of a kind: for input and for output. */
const schemas = {
  priority: { input: priority, output: priority },
  dayStart: time,
  dayEnd: time,
  number: { input: z.number().min(0).max(1_000_000).nullable(), output: z.number().nullable() },
} as const satisfies Record<AttributeKind, unknown>

type SchemasOf<Name extends AttributeName> = (typeof schemas)[(typeof cardAttributes)[Name]['kind']]

/** The attributes in the inputs that create and change a card. */
export const attributeInputs = eachAttribute((name) => schemas[kindOf(name)].input.optional()) as {
  [Name in AttributeName]: ZodOptional<SchemasOf<Name>['input']>
}

/** The attributes in the record of a card. */
export const attributeOutputs = eachAttribute((name) => schemas[kindOf(name)].output) as {
  [Name in AttributeName]: SchemasOf<Name>['output']
}
