import type { Board, Favourite } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, Bookmark } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { boardsQuery, meQuery } from '../api/queries.ts'
import { RowsDnd, useRow } from '../dnd/rows-dnd.tsx'
import { useFavourites } from '../mutations/favourites.ts'
import { classes } from '../ui/classes.ts'
import { NavName, navClasses } from './nav.tsx'
import { type RecentItem, useVisited } from './recent.ts'

const mostRecent = 5

/** Favourites first, then recent boards and cards, then the other boards. Each board is listed once. */
export function SidebarPlaces() {
  const t = useTranslations('shell')
  const boards = useQuery(boardsQuery).data ?? []
  const meId = useQuery(meQuery).data?.id ?? ''
  const { favourites } = useFavourites()
  const starred = new Set(favourites.map(({ itemId }) => itemId))
  const recent = useVisited(meId)
    .flatMap((item) => recentPlace(item, boards) ?? [])
    .filter(({ id }) => !starred.has(id))
    .slice(0, mostRecent)
    // A board stays where it is while its cards are opened and closed.
    .sort((one, other) => Number(other.board !== undefined) - Number(one.board !== undefined))
  const shown = new Set([...starred, ...recent.map(({ id }) => id)])
  const others = boards.filter(({ id }) => !shown.has(id))
  return (
    <div className="mt-3 narrow:-mx-1 min-h-0 flex-1 overflow-y-auto">
      {favourites.length > 0 && <Favourites />}
      {recent.length > 0 && (
        <Group title={t('recent')}>
          {recent.map((place) => (
            <li key={place.id}>{place.board ? <BoardLink board={place.board} /> : <CardLink cardKey={place.id} title={place.title} />}</li>
          ))}
        </Group>
      )}
      {others.length > 0 && (
        <Group title={shown.size > 0 ? t('otherBoards') : t('boards')}>
          {others.map((board) => (
            <li key={board.id}>
              <BoardLink board={board} />
            </li>
          ))}
        </Group>
      )}
    </div>
  )
}

type RecentPlace = { id: string; title: string; board?: Board }

/** A board that can no longer be read is left out. */
function recentPlace(item: RecentItem, boards: readonly Board[]): RecentPlace | null {
  if (item.kind === 'card') return { id: item.key, title: item.title }
  const board = boards.find(({ id }) => id === item.id)
  return board ? { id: board.id, title: board.name, board } : null
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    // No landmark, because a page may have a region of the same name.
    <div role="group" aria-label={title} className="mb-3 narrow:mb-1 narrow:border-line narrow:border-t narrow:pt-1">
      <h2 className="narrow:sr-only px-2 pb-0.5 font-medium text-ink-3 text-xs">{title}</h2>
      <ul className="flex flex-col">{children}</ul>
    </div>
  )
}

function Favourites() {
  const t = useTranslations('shell')
  const { favourites, move, shift } = useFavourites()
  return (
    <RowsDnd order={favourites.map(({ itemId }) => itemId)} disabled={favourites.length < 2} onMove={(id, to) => void move(id, to)}>
      <Group title={t('favourites')}>
        {favourites.map((favourite) => (
          <FavouriteRow key={favourite.itemId} favourite={favourite} onCarry={(by) => shift(favourite.itemId, by)} />
        ))}
      </Group>
    </RowsDnd>
  )
}

/** Alt and the arrows, or dragging, change its position. */
function FavouriteRow({ favourite, onCarry }: { favourite: Favourite; onCarry: (by: 1 | -1) => Promise<void> }) {
  const { ref, isHeld, place } = useRow(favourite.itemId, false)
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    const link = ref.current?.querySelector('a')
    // A row that moves in the document loses the focus.
    const focusAgain = () => document.activeElement === document.body && link?.focus()
    void onCarry(by).finally(focusAgain)
    requestAnimationFrame(focusAgain)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the link within
    <li
      ref={ref}
      data-row={favourite.itemId}
      style={{ order: place }}
      onKeyDown={onKeyDown}
      className={classes(isHeld && 'rounded-md outline-1 outline-line-strong outline-dashed *:opacity-0')}
    >
      {favourite.kind === 'board' ? (
        <BoardLink board={{ ...favourite, id: favourite.boardId }} />
      ) : (
        <Link
          to="/boards/$boardId"
          params={{ boardId: favourite.boardId }}
          search={{ view: favourite.itemId }}
          className={navClasses}
          data-tip={`${favourite.name} · ${favourite.boardName}`}
        >
          <Bookmark size={14} aria-hidden className="ml-0.5 shrink-0 text-ink-3 narrow:ml-0" />
          <NavName className="truncate">{favourite.name}</NavName>
          <span className="narrow:hidden ml-auto shrink-0 font-mono text-ink-3 text-xs">{favourite.keyPrefix}</span>
        </Link>
      )}
    </li>
  )
}

function BoardLink({ board }: { board: Pick<Board, 'id' | 'name' | 'keyPrefix' | 'archivedAt'> }) {
  const t = useTranslations('shell')
  const isArchived = board.archivedAt !== null
  const words = isArchived ? t('archivedBoard', { name: board.name }) : board.name
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId: board.id }}
      // A saved view of the board has an entry of its own.
      activeOptions={{ includeSearch: false }}
      className={navClasses}
      aria-label={isArchived ? words : undefined}
      data-tip={words}
    >
      <Prefix text={board.keyPrefix} />
      <NavName className={classes('truncate', isArchived && 'text-ink-3')}>{board.name}</NavName>
      {isArchived && <Archive size={13} aria-hidden className="narrow:hidden ml-auto shrink-0 text-ink-3" />}
    </Link>
  )
}

function CardLink({ cardKey, title }: { cardKey: string; title: string }) {
  return (
    <Link to="/cards/$key" params={{ key: cardKey }} className={navClasses} data-tip={`${cardKey} ${title}`}>
      <Prefix text={cardKey} />
      <NavName className="truncate">{title}</NavName>
    </Link>
  )
}

/** Of a long key, the prefix is cut, not the number; in the narrow sidebar the number is below it. */
function Prefix({ text }: { text: string }) {
  const at = text.lastIndexOf('-')
  return (
    <span
      aria-hidden
      className="flex narrow:max-w-full min-w-12 narrow:min-w-0 max-w-20 shrink-0 narrow:shrink narrow:flex-wrap narrow:justify-center font-mono text-ink-3 text-xs narrow:leading-3"
    >
      <span className="truncate">{at === -1 ? text : text.slice(0, at)}</span>
      {at !== -1 && <span className="shrink-0">{text.slice(at)}</span>}
    </span>
  )
}
