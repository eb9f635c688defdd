import { type AttributeKind, type AttributeValues, eachAttribute, kindOf } from '@tandem/contract'

const samples: Record<AttributeKind, unknown> = {
  priority: 'high',
  dayStart: '2027-01-01T10:00:00.000Z',
  dayEnd: '2027-01-02T10:00:00.000Z',
  number: 2.5,
}

/** A value for each attribute of a card, none of them empty: what holds for all attributes is tested with each. */
export const sampleAttributes = eachAttribute((name) => samples[kindOf(name)]) as AttributeValues
