/** The search parameters of a board's address. The conditions of a filter are parsed in `engine.ts`, loaded only if there are any. */
export type Layout = 'board' | 'list' | 'calendar'
/** The rows of the layout `board`: by an attribute, or by the field of an id. */
export type LaneKind = 'assignee' | 'delegate' | 'label' | 'priority'
export const laneKinds: readonly LaneKind[] = ['assignee', 'delegate', 'label', 'priority']
export type LanesBy = LaneKind | `field:${string}`

export function lanesIn(value: unknown): LanesBy | null {
  const kind = laneKinds.find((one) => one === value)
  if (kind) return kind
  return typeof value === 'string' && /^field:[\da-f-]{36}$/.test(value) ? `field:${value.slice(6)}` : null
}

export const layouts: readonly Layout[] = ['board', 'list', 'calendar']

const conditions = [
  'q',
  'label',
  'all',
  'assignee',
  'agent',
  'state',
  'priority',
  'due',
  'blocked',
  'completed',
  'list',
  'field',
  'archived',
] as const
export type FilterParams = Partial<Record<(typeof conditions)[number], unknown>>

export type BoardSearch = FilterParams & {
  layout?: Layout
  lanes?: LanesBy
  /** Rows without cards are shown too. */
  empty?: true
  /** A column of the list, with a minus for descending order. */
  sort?: string
  /** The columns of the list when a view is edited, with their widths: `session,due.120`. */
  columns?: string
  /** The month that the calendar shows, as YYYY-MM. */
  month?: string
  /** A saved view. Its conditions are in the address only once it is `edited`: that is the version that was changed. */
  view?: string
  edited?: number
}

/** Other parameters of the address are ignored. An invalid one is undefined: without its key, the router keeps what the address says. */
export function boardSearchIn(raw: Record<string, unknown>): BoardSearch {
  const { layout, lanes, empty, sort, columns, month, view, edited } = raw
  return {
    ...Object.fromEntries(conditions.map((name) => [name, raw[name]])),
    layout: layouts.find((one) => one === layout),
    lanes: lanesIn(lanes) ?? undefined,
    empty: empty === true ? true : undefined,
    sort: typeof sort === 'string' ? sort : undefined,
    columns: typeof columns === 'string' ? columns : undefined,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(month)) ? String(month) : undefined,
    view: typeof view === 'string' ? view : undefined,
    edited: typeof edited === 'number' && edited > 0 ? edited : undefined,
  }
}

export const asksSomething = (search: BoardSearch): boolean => conditions.some((name) => search[name] !== undefined)
