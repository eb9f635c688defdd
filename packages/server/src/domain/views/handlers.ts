import { refusal, type View, view } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type ViewRow, views } from '../../db/tables/boards/views.ts'
import { deleteFrom, insertInto, update } from '../../db/writes.ts'
import { authorise, notFound } from '../../kernel/access.ts'
import { answers, type HandlerOf, type Handlers, type RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { recordOf } from '../record-of.ts'
import type { Find } from '../search/find.ts'

/** Searches kept under a name. A private one is its owner's alone, and the log says no more of it than that there is one. */
const mostViews = 500

const viewsOf = sql<ViewRow>(
  `select * from views where board_id = $1 and (shared or owner_actor_id = $2) order by id limit ${2 * mostViews}`,
)
const countViews = sql<{ views: number }>('select count(*) as views from views where board_id = $1 and (shared or owner_actor_id = $2)')
const countShared = sql<{ views: number }>('select count(*) as views from views where board_id = $1 and shared')
const key = ['boardId', 'id'] as const
const says = ['name', 'query', 'layout', 'lanes', 'emptyLanes', 'columns', 'sort', 'shared', 'version', 'updatedAt'] as const
const insertView = insertInto(views, [...key, ...says, 'ownerActorId', 'createdAt'])
const writeView = update(views, { key, set: says })
const deleteView = deleteFrom(views, { key })

const listViews: HandlerOf<'view.list'> = async (read) => (await read.rows(viewsOf, [read.boardId, read.principal.actorId])).map(viewOnWire)

const createView: HandlerOf<'view.create'> = async (tx, input) => {
  if (input.shared) requireSharing(tx)
  requireRoom(await tx.row(countViews, [tx.board.id, tx.principal.actorId]))
  const row: ViewRow = {
    boardId: tx.board.id,
    id: tx.newId(),
    name: input.name,
    query: input.query,
    layout: input.layout,
    lanes: input.lanes,
    emptyLanes: input.emptyLanes,
    columns: input.columns,
    sort: input.sort,
    shared: input.shared,
    ownerActorId: tx.principal.actorId,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  tx.send(insertView(row))
  tx.record('board.view_saved', { viewId: row.id, name: row.shared ? row.name : null })
  return viewOnWire(row)
}

const getView: HandlerOf<'view.get'> = async (read) => viewOnWire(visible(read.target, read.principal))

const updateView: HandlerOf<'view.update'> = async (tx, input) => {
  const before = visible(tx.target, tx.principal)
  if (before.shared || input.shared) requireSharing(tx)
  if (before.shared && input.shared === false && before.ownerActorId !== tx.principal.actorId) throw refusal('viewPrivate')
  refuseStale(input.ifVersion, before.version)
  // Of their own and the shared ones together the person may have more already: others have shared theirs.
  if (input.shared && !before.shared) requireRoom(await tx.row(countShared, [tx.board.id]))
  const query = unlessSame(input.query, before.query)
  const columns = unlessSame(input.columns, before.columns)
  const { name, layout, lanes, emptyLanes, sort, shared } = input
  const changed = changes(before, { name, query, layout, lanes, emptyLanes, columns, sort, shared })
  if (!changed) return viewOnWire(before)
  const row = { ...before, ...changed.columns, version: before.version + 1, updatedAt: tx.now }
  tx.send(writeView(row))
  tx.record('board.view_updated', { viewId: row.id, ...whatOthersMaySee(before, row, changed.payload) })
  return viewOnWire(row)
}

const removeView: HandlerOf<'view.delete'> = async (tx) => {
  const view = visible(tx.target, tx.principal)
  if (view.shared) requireSharing(tx)
  tx.send(deleteView(view))
  tx.record('board.view_removed', { viewId: view.id, ...(view.shared ? {} : { name: null }) })
  return null
}

export function createViewHandlers(find: Find) {
  const viewCards: RunOf<'view.cards'> = (read, { limit, cursor }) =>
    find(read, visible(read.target, read.principal).query, { boardId: read.boardId, limit, cursor })
  return {
    'view.list': answers(listViews),
    'view.create': answers(createView),
    'view.get': answers(getView),
    'view.update': answers(updateView),
    'view.delete': answers(removeView),
    'view.cards': { run: viewCards },
  } satisfies Partial<Handlers>
}

function visible(view: ViewRow, { actorId }: Principal): ViewRow {
  if (!view.shared && view.ownerActorId !== actorId) throw notFound('view')
  return view
}

function requireRoom(held: { views: number } | undefined): void {
  if ((held?.views ?? 0) >= mostViews) throw refusal('viewsFull', { count: mostViews })
}

/** Creating or changing a shared view needs the role member. Specification: decisions §2. */
function requireSharing({ principal, board, role }: Mutation<never>): void {
  authorise(principal, { target: 'board', role: 'member', scope: 'boards:write' }, board.id, role)
}

function whatOthersMaySee(before: ViewRow, after: ViewRow, payload: Record<string, unknown>): Record<string, unknown> {
  if (before.shared && after.shared) return payload
  if (before.shared) return { name: null, shared: false }
  const { name, query, layout, lanes, emptyLanes, columns, sort, shared } = after
  return shared ? { name, query, layout, lanes, emptyLanes, columns, sort, shared } : { name: null }
}

const unlessSame = <T>(next: T, before: unknown): T | undefined => (JSON.stringify(next) === JSON.stringify(before) ? undefined : next)

export const viewOnWire: (row: ViewRow) => View = recordOf(view, {})
