import { type InputOf, priorities } from '@tandem/contract'
import { sessionStates } from '../board/filter/filter.ts'

type Conditions = InputOf<'search.cards'>
type Due = 'overdue' | 'today' | 'week'

/** The search parameters of the search page. */
export type SearchParams = {
  q?: string
  board?: string[]
  assignee?: 'me' | 'none'
  done?: boolean
  archived?: boolean
  priority?: string
  due?: Due
  session?: string
  sort?: string
}

export const sorts = ['relevance', 'updated', 'created', 'due', 'priority'] as const
export const dues = ['overdue', 'today', 'week'] as const

const mostBoards = 50

/** Parses an address, which may have been typed by hand: unknown values are ignored. */
export function searchParamsIn(search: Record<string, unknown>): SearchParams {
  const { q, board, assignee, done, archived, priority, due, session, sort } = search
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 500) : ''
  const boards = [board ?? []].flat().filter((id): id is string => typeof id === 'string')
  return {
    ...(text !== '' && { q: text }),
    ...(boards.length > 0 && { board: boards.slice(0, mostBoards) }),
    ...((assignee === 'me' || assignee === 'none') && { assignee }),
    ...(typeof done === 'boolean' && { done }),
    ...(archived === true && { archived }),
    ...(isOneOf(priorities, priority) && { priority }),
    ...(isOneOf(dues, due) && { due }),
    ...(isOneOf(sessionStates, session) && { session }),
    ...(isOneOf(sorts, sort) && { sort }),
  }
}

export function isOneOf<T extends string>(all: readonly T[], one: unknown): one is T {
  return (all as readonly unknown[]).includes(one)
}

/** Whether there is nothing to search for. */
export const isBlank = (params: SearchParams): boolean => Object.keys(params).every((name) => name === 'sort')

export function conditionsOf({ q, board, assignee, done, archived, priority, due, session, sort }: SearchParams): Conditions {
  return {
    ...(q !== undefined && { q }),
    ...(board !== undefined && { boardId: board }),
    ...(assignee !== undefined && { assignee }),
    ...(done !== undefined && { completed: done }),
    ...(archived && { archived }),
    ...(isOneOf(priorities, priority) && { priority }),
    ...(due !== undefined && { due }),
    ...(isOneOf(sessionStates, session) && { sessionState: session }),
    ...(isOneOf(sorts, sort) && (sort !== 'relevance' || q !== undefined) && { sort }),
  }
}
