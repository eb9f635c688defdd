import type { Favourite } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'

/** `isVisible`: the board can be read, and the view if it is one. Favourites that are not visible are deleted with the next change. */
export type FavouriteRow = Favourite & { viewId: string | null; place: number; createdAt: string; isVisible: boolean }

/** More than the limit per person, since those that can no longer be seen are not counted. */
const mostRows = 1_000

const favouritesOfActor = sql<FavouriteRow>(`select f.item_id, f.board_id, f.view_id, f.place, f.created_at,
    case when f.view_id is null then 'board' else 'view' end as kind, coalesce(v.name, b.name) as name,
    b.name as board_name, b.key_prefix, b.archived_at,
    m.actor_id is not null and (f.view_id is null or v.id is not null) as is_visible
  from favourites f join boards b on b.id = f.board_id
    left join effective_members m on m.actor_id = f.actor_id and m.board_id = f.board_id
    left join views v on v.id = f.view_id and (v.shared or v.owner_actor_id = f.actor_id)
  where f.actor_id = $1 order by f.place, f.item_id limit ${mostRows}`)

export const favouritesOf = (reader: Reader, actorId: string): Promise<FavouriteRow[]> => reader.rows(favouritesOfActor, [actorId])

export const listFavourites: HandlerOf<'favourite.list'> = async (read) => {
  const leash = read.principal.grant?.leash
  return (await favouritesOf(read, read.principal.actorId)).filter((row) => row.isVisible && (leash?.has(row.boardId) ?? true)).map(onWire)
}

export const onWire = ({ itemId, kind, name, boardId, boardName, keyPrefix, archivedAt }: FavouriteRow): Favourite => ({
  itemId,
  kind,
  name,
  boardId,
  boardName,
  keyPrefix,
  archivedAt,
})
