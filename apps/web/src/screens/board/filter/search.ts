/** What the address of a board may say. The conditions of a filter are read where they are understood, and only when there are some. */
export type Layout = 'board' | 'list' | 'calendar'
export const layouts: readonly Layout[] = ['board', 'list', 'calendar']

const conditions = [
  ...(['q', 'label', 'all', 'assignee', 'agent', 'state', 'priority', 'due', 'blocked', 'completed', 'list', 'field', 'archived'] as const),
]
export type FilterParams = Partial<Record<(typeof conditions)[number], unknown>>

export type BoardSearch = FilterParams & {
  layout?: Layout
  /** A column of the list, with a minus when it runs the other way. */
  sort?: string
  /** The month that the calendar shows, as YYYY-MM. */
  month?: string
  /** A saved view; what it asks stands in the address only once it is `edited`: then that is the version that was changed. */
  view?: string
  edited?: number
}

/** Other parameters of the address are ignored. */
export function boardSearchIn(raw: Record<string, unknown>): BoardSearch {
  const { layout, sort, month, view, edited } = raw
  const search: BoardSearch = {
    ...Object.fromEntries(conditions.map((name) => [name, raw[name]])),
    layout: layouts.find((one) => one === layout),
    sort: typeof sort === 'string' ? sort : undefined,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(month)) ? String(month) : undefined,
    view: typeof view === 'string' ? view : undefined,
    edited: typeof edited === 'number' && edited > 0 ? edited : undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

export const asksSomething = (search: BoardSearch): boolean => conditions.some((name) => search[name] !== undefined)
