import { columnWidthPx, mostTableColumns, tableColumn, type ViewColumn } from '@tandem/contract'
import { urgentFirst } from '../../../ui/priority-mark.tsx'
import { type Filter, meant, sessionStates } from './filter.ts'
import type { FilterParams } from './search.ts'

/** Parses the filter from an address, where lists are comma-separated. Unknown values are ignored. */
export function filterIn(search: FilterParams): Filter {
  return meant({
    q: textIn(search.q),
    label: listIn(search.label),
    everyLabel: flagIn(search.all),
    assignee: listIn(search.assignee),
    delegatedTo: listIn(search.agent),
    sessionState: sessionStates.filter((state) => listIn(search.state).includes(state)),
    priority: urgentFirst.filter((priority) => listIn(search.priority).includes(priority)),
    due: dueIn(search.due),
    blocked: flagIn(search.blocked),
    completed: flagIn(search.completed),
    listId: listIn(search.list),
    field: recordIn(search.field),
    archived: flagIn(search.archived),
  })
}

export function addressOf(filter: Filter): FilterParams {
  const { q, label, everyLabel, assignee, delegatedTo, sessionState, priority, due, blocked, completed, listId, field, archived } = filter
  const params: FilterParams = {
    q,
    label: label?.join(','),
    all: everyLabel,
    assignee: assignee?.join(','),
    agent: delegatedTo?.join(','),
    state: sessionState?.join(','),
    priority: priority?.join(','),
    due,
    blocked,
    completed,
    list: listId?.join(','),
    field,
    archived,
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

/** Columns in an address, each with its width if it has one: `session,due.120`. */
export const addressOfColumns = (columns: readonly ViewColumn[]): string =>
  columns.map(({ column, widthPx }) => (widthPx === null ? column : `${column}.${widthPx}`)).join(',')

/** Unknown and repeated columns are dropped. */
export function columnsIn(text: string): ViewColumn[] {
  const found = new Map(text.split(',').map((one) => columnIn(one.split('.'))))
  return [...found]
    .filter(([column]) => tableColumn.test(column))
    .slice(0, mostTableColumns)
    .map(([column, widthPx]) => ({ column, widthPx }))
}

const columnIn = ([column = '', px = '']: readonly string[]): [string, number | null] => [
  column,
  /^\d{1,4}$/.test(px) ? Math.min(Math.max(Number(px), columnWidthPx.least), columnWidthPx.most) : null,
]

const longest = 4_000

/** The router parses a search for a number as a number. */
function textIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(',').slice(0, longest)
  return isPlain(value) ? String(value).slice(0, longest) : undefined
}

const listIn = (value: unknown): string[] => (textIn(value) ?? '').split(',').filter((one) => one !== '')

function flagIn(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === '') return true
  return value === false || value === 0 || value === '0' ? false : undefined
}

function recordIn(value: unknown): Filter['field'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, one]) => isPlain(one)))
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const namedDues: ReadonlySet<string> = new Set(['overdue', 'today', 'week', 'none'])

function dueIn(value: unknown): string | undefined {
  const due = textIn(value) ?? ''
  const ends = due.split('..')
  const isRange = ends.length === 2 && due !== '..' && ends.every((end) => end === '' || isPoint(end))
  return isRange || namedDues.has(due) ? due : undefined
}

/** An existing day, or a moment of one. */
function isPoint(end: string): boolean {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)(T.+)?$/.exec(end) ?? []
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(day) && (time === undefined || !Number.isNaN(Date.parse(end)))
}
