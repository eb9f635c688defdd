import { fieldRefusal, mostFavourites, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { favourites } from '../../db/tables/boards/favourites.ts'
import { deleteFrom, insertInto, sendRows } from '../../db/writes.ts'
import { loadTarget, notFound } from '../../kernel/access.ts'
import { answers, type HandlerOf, type Handlers, type PrivateTargetChecks } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { type FavouriteRow, favouritesOf, listFavourites, onWire } from './read.ts'

/** The row of the caller is locked for the whole act: of two changes at once one sees the other. */
const writeFavourites = insertInto(
  favourites,
  ['actorId', 'itemId', 'boardId', 'viewId', 'place', 'createdAt'],
  'on conflict (actor_id, item_id) do update set place = excluded.place',
)
const deleteFavourite = deleteFrom(favourites, { key: ['actorId', 'itemId'] })

const setFavourite: HandlerOf<'favourite.set'> = async (act, input) => {
  const { boardId } = await visibleItem(act, input.itemId)
  // A concurrent removal of the member deletes all their favourites on the board, this one too.
  await act.lockBoards([boardId])
  const { actorId, ...item } = await visibleItem(act, input.itemId)
  const all = await favouritesOf(act, actorId)
  for (const { itemId } of all.filter((row) => !row.isVisible)) act.send(deleteFavourite({ actorId, itemId }))
  const before = all.filter((row) => row.isVisible)
  const added = { ...item, itemId: input.itemId, createdAt: act.now }
  const moved = before.find(({ itemId }) => itemId === input.itemId)
  if (!moved && before.length >= mostFavourites) throw refusal('favouritesFull', { count: mostFavourites })
  const order = ordered(before, moved ?? added, input.below)
  const places = order.map(({ itemId, boardId, viewId, createdAt }, place) => ({ actorId, itemId, boardId, viewId, createdAt, place }))
  const placeOf = new Map(before.map((row) => [row.itemId, row.place]))
  sendRows(
    act,
    writeFavourites,
    places.filter((row) => placeOf.get(row.itemId) !== row.place),
  )
  act.tell('favourites')
  return (await favouritesOf(act, actorId)).filter((row) => row.isVisible).map(onWire)
}

const clearFavourite: HandlerOf<'favourite.clear'> = async (act, { itemId }) => {
  if (!act.principal) throw refusal('signInFirst')
  act.send(deleteFavourite({ actorId: act.principal.actorId, itemId }))
  act.tell('favourites')
  return null
}

type Placed = Pick<FavouriteRow, 'itemId' | 'boardId' | 'viewId' | 'createdAt'>

/** `below` undefined keeps the place of an existing favourite, and puts a new one at the end. */
function ordered(before: readonly Placed[], item: Placed, below: string | null | undefined): Placed[] {
  const isKept = before.some(({ itemId }) => itemId === item.itemId)
  if (below === undefined || below === item.itemId) return isKept ? [...before] : [...before, item]
  const others: Placed[] = before.filter(({ itemId }) => itemId !== item.itemId)
  const at = below === null ? 0 : others.findIndex(({ itemId }) => itemId === below) + 1
  if (below !== null && at === 0) throw fieldRefusal('below', 'favouriteGone')
  return others.toSpliced(at, 0, item)
}

type Item = { actorId: string; boardId: string; viewId: string | null }

const findView = sql<{ known: boolean }>('select true as known from views where id = $1')

async function visibleItem(act: Reader & Pick<PrivateAct<never>, 'principal'>, itemId: string): Promise<Item> {
  if (!act.principal) throw refusal('signInFirst')
  const { actorId } = act.principal
  const access = { role: 'viewer', scope: 'boards:read' } as const
  if (!(await act.row(findView, [itemId]))) {
    const { boardId } = await loadTarget(act, act.principal, { ...access, target: 'board' }, { boardId: itemId })
    return { actorId, boardId, viewId: null }
  }
  const { boardId, target } = await loadTarget(act, act.principal, { ...access, target: 'view' }, { viewId: itemId })
  if (!target.shared && target.ownerActorId !== actorId) throw notFound('view')
  return { actorId, boardId, viewId: itemId }
}

export const favouriteHandlers = {
  'favourite.list': answers(listFavourites),
  'favourite.set': answers(setFavourite),
  'favourite.clear': answers(clearFavourite),
} satisfies Partial<Handlers>

export const favouriteTargetChecks = { 'favourite.set': (read, { itemId }) => visibleItem(read, itemId) } satisfies PrivateTargetChecks
