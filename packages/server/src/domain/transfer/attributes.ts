import {
  type AttributeKind,
  type AttributeName,
  type AttributeValues,
  cardAttributes,
  eachAttribute,
  noAttributes,
  priorities,
} from '@tandem/contract'
import { type Loose, timeOf } from './clean.ts'

/** A value of an attribute as a file says it; null when it says none, or something else. */
type Readers<Said> = { [Kind in AttributeKind]: (said: Said) => unknown }

const inDocument: Readers<unknown> = {
  priority: (said) => priorities.find((one) => one === said) ?? null,
  dayStart: timeOf,
  dayEnd: timeOf,
}

/** Of a card in our own export. */
export function attributesInDocument(card: Loose): AttributeValues {
  return eachAttribute((name) => inDocument[cardAttributes[name].kind](card[name]) ?? noAttributes[name])
}

const inCell: Readers<string> = {
  priority: (cell) => priorityCalled.get(cell.toLowerCase()) ?? null,
  dayStart: (cell) => timeIn(cell, '00:00:00'),
  dayEnd: (cell) => timeIn(cell, '23:59:59'),
}

/** What a cell of an attribute is expected to be, for the report. */
const expected: Record<AttributeKind, string> = {
  priority: 'none of none, low, medium, high and urgent',
  dayStart: 'no date such as 2026-11-21 or 2026-11-21T09:30:00Z',
  dayEnd: 'no date such as 2026-11-21 or 2026-11-21T09:30:00Z',
}

/** Of a row of a table: `cellOf` gives the cell of an attribute, `onUnread` is told of one that cannot be read. */
export function attributesInCells(cellOf: (name: AttributeName) => string, onUnread: (name: AttributeName, expected: string) => void) {
  return eachAttribute<AttributeValues>((name) => {
    const { kind } = cardAttributes[name]
    const cell = cellOf(name)
    const value = cell === '' ? null : inCell[kind](cell)
    if (value === null && cell !== '') onUnread(name, expected[kind])
    return value ?? noAttributes[name]
  })
}

const priorityCalled: ReadonlyMap<string, AttributeValues['priority']> = new Map(
  Object.entries({
    none: 'none',
    ...{ lowest: 'low', low: 'low', minor: 'low', p4: 'low' },
    ...{ medium: 'medium', normal: 'medium', p3: 'medium' },
    ...{ high: 'high', major: 'high', p2: 'high' },
    ...{ highest: 'urgent', urgent: 'urgent', critical: 'urgent', blocker: 'urgent', p1: 'urgent' },
  } as const),
)

/** ISO 8601 only: 03/04 may be in March or in April. A day without a time is at `timeOfDay`, in UTC. */
export function timeIn(cell: string, timeOfDay: string): string | null {
  const [, day, time = timeOfDay, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(cell.replaceAll('/', '-')) ?? []
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`)
  return Number.isNaN(ms) || day?.startsWith('0000') ? null : new Date(ms).toISOString()
}
