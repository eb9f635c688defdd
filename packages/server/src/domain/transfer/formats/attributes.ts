import {
  type AttributeKind,
  type AttributeName,
  type AttributeValues,
  because,
  cardAttributes,
  eachAttribute,
  kindOf,
  leftOut,
  noAttributes,
  priorities,
} from '@tandem/contract'
import { truncate } from '../../../kernel/common/truncate.ts'
import { type Loose, timeOf } from './clean.ts'
import type { Note } from './entries.ts'

/** A value of an attribute as a file says it; null when it says none, or something else. */
type Readers<Said> = { [Kind in AttributeKind]: (said: Said) => unknown }

const inDocument: Readers<unknown> = {
  priority: (said) => priorities.find((one) => one === said) ?? null,
  dayStart: timeOf,
  dayEnd: timeOf,
  number: numberOf,
}

/** Reads the attributes of a card in our own export. */
export function attributesInDocument(card: Loose): AttributeValues {
  return eachAttribute((name) => inDocument[kindOf(name)](card[name]) ?? noAttributes[name]) as AttributeValues
}

const inCell: Readers<string> = {
  priority: (cell) => priorityCalled.get(cell.toLowerCase()) ?? null,
  dayStart: (cell) => timeIn(cell, '00:00:00'),
  dayEnd: (cell) => timeIn(cell, '23:59:59'),
  number: (cell) => (/^\d+([.,]\d+)?$/.test(cell) ? numberOf(Number(cell.replace(',', '.'))) : null),
}

/** Notes a cell that cannot be read, with its card and its content. */
const unread: { [Kind in AttributeKind]: (note: Note, name: string, cell: string) => void } = {
  priority: (note, name, cell) => note(leftOut('priority', { name }), because('cellNoPriority', { cell })),
  dayStart: (note, name, cell) => note(leftOut('start', { name }), because('cellNoDate', { cell })),
  dayEnd: (note, name, cell) => note(leftOut('due', { name }), because('cellNoDate', { cell })),
  number: (note, name, cell) => note(leftOut('number', { name }), because('cellNoNumber', { cell })),
}

/** Reads the attributes of a row of a table from its cells. */
export function attributesInCells(title: string, cellOf: (name: AttributeName) => string, note: Note): AttributeValues {
  return eachAttribute((name) => {
    const { kind } = cardAttributes[name]
    const cell = cellOf(name)
    const value = cell === '' ? null : inCell[kind](cell)
    if (value === null && cell !== '') unread[kind](note, title, truncate(cell, 50))
    return value ?? noAttributes[name]
  }) as AttributeValues
}

/** Within the bounds that a caller has. */
function numberOf(said: unknown): number | null {
  return typeof said === 'number' && said >= 0 && said <= 1_000_000 ? said : null
}

const priorityCalled: ReadonlyMap<string, AttributeValues['priority']> = new Map(
  Object.entries({
    none: 'none',
    lowest: 'low',
    low: 'low',
    minor: 'low',
    p4: 'low',
    medium: 'medium',
    normal: 'medium',
    p3: 'medium',
    high: 'high',
    major: 'high',
    p2: 'high',
    highest: 'urgent',
    urgent: 'urgent',
    critical: 'urgent',
    blocker: 'urgent',
    p1: 'urgent',
  } as const),
)

/** ISO 8601 only: 03/04 may be in March or in April. A day without a time is at `timeOfDay`, in UTC. */
export function timeIn(cell: string, timeOfDay: string): string | null {
  const [, day, time = timeOfDay, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(cell.replaceAll('/', '-')) ?? []
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`)
  return Number.isNaN(ms) || day?.startsWith('0000') ? null : new Date(ms).toISOString()
}
