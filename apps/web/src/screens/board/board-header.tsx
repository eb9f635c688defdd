import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, ChartNoAxesColumn, Ellipsis, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { BoardModel, CardModel } from '../../live/board-model.ts'
import { Star, starredBoard } from '../../shell/star.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton, iconLook } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useIsPhone } from '../../ui/window/use-is-phone.ts'
import { BoardName } from './board-name.tsx'
import { Present } from './present.tsx'
import { type Rest, RestComing } from './rest-of-board.tsx'
import { CardLink } from './tile/card-link.tsx'

/** The other pages of a board. */
const places = [
  { name: 'archive', to: '/boards/$boardId/archive', icon: Archive },
  { name: 'insights', to: '/boards/$boardId/insights', icon: ChartNoAxesColumn },
  { name: 'settings', to: '/boards/$boardId/settings/{-$page}/{-$item}', icon: Settings },
] as const

/** The name of the board, the state of its agents, and the people who view it now. */
export function BoardHeader({ board, rest, tools }: { board: BoardModel; rest: Rest | null; tools: ReactNode }) {
  const isPhone = useIsPhone()
  // On a phone the second line has the counts and the tools. The document has the visible order, for the Tab key and screen readers.
  const around = <Around key="around" board={board} />
  return (
    <header className="@container flex shrink-0 items-center gap-x-3 px-3 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-rows-[2.75rem_2.75rem] md:min-h-14 md:px-5 md:py-2">
      {/* A long name shrinks before the badges and the tools do. */}
      <div className="flex min-w-0 items-center gap-0.5 max-md:col-span-2 md:min-w-24 md:shrink-[99999]">
        <BoardName board={board} />
        <Star item={starredBoard(board)} />
      </div>
      {isPhone && around}
      {rest ? <RestComing rest={rest} /> : <SessionCounts board={board} />}
      {tools}
      {!isPhone && around}
    </header>
  )
}

/** Who is here, and the other pages of the board. */
function Around({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  return (
    <div className="flex shrink-0 items-center gap-x-3 max-md:gap-x-1">
      <Present board={board} />
      <div className="flex shrink-0 md:@max-[44rem]:hidden">
        {places.map(({ name, to, icon: Icon }) => (
          <Link key={name} to={to} params={{ boardId: board.id }} aria-label={t(name)} data-tip={t(name)} className={iconLook()}>
            <Icon size={16} aria-hidden />
          </Link>
        ))}
      </div>
      <PlacesMenu boardId={board.id} />
    </div>
  )
}

/** In place of the links in a header of one line that is too narrow for them and the board's name. */
function PlacesMenu({ boardId }: { boardId: string }) {
  const t = useTranslations('board')
  const navigate = useNavigate()
  const label = t('places')
  const trigger = <IconButton label={label} icon={<Ellipsis size={16} aria-hidden />} className="max-md:hidden @min-[44rem]:hidden" />
  return (
    <Menu trigger={trigger}>
      {places.map(({ name, to, icon: Icon }) => (
        <MenuItem key={name} icon={<Icon size={15} aria-hidden />} onClick={() => void navigate({ to, params: { boardId } })}>
          {t(name)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function SessionCounts({ board }: { board: BoardModel }) {
  const t = useTranslations('board')
  const cards = board.lists.flatMap((list) => list.cards)
  const asking = cards.filter((card) => card.session?.state === 'awaiting_input')
  const working = cards.filter((card) => card.session?.state === 'working').length
  const atWork = working > 0 && (
    <Badge tone="working" className="@max-[54rem]:hidden">
      {t('working', { count: working })}
    </Badge>
  )
  return (
    // There is always room for the first badge.
    <div className="flex min-w-0 flex-1 gap-1.5 md:min-w-min">
      {asking.length === 0 ? (
        atWork
      ) : (
        <>
          <Asking boardId={board.id} cards={asking} />
          {/* A second one that does not fit is hidden, not cut: it wraps below the only visible line. The name of the board comes before it. */}
          <div className="flex h-[1.125rem] flex-1 flex-wrap overflow-hidden [contain:inline-size] before:h-full before:w-0">{atWork}</div>
        </>
      )}
    </div>
  )
}

/** Leads to the question; of several, to the chosen one. */
function Asking({ boardId, cards }: { boardId: string; cards: readonly CardModel[] }) {
  const t = useTranslations('board')
  const navigate = useNavigate()
  const [first] = cards
  const badge = <Badge tone="awaiting_input">{t('asking', { count: cards.length })}</Badge>
  const button = 'flex self-start rounded-full hover:brightness-95'
  if (cards.length === 1 && first)
    return (
      <CardLink boardId={boardId} cardKey={first.key} data-tip={t('toQuestion', { title: first.title })} className={button}>
        {badge}
      </CardLink>
    )
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" data-tip={t('toQuestions')} className={button}>
          {badge}
        </button>
      }
    >
      {cards.map((card) => (
        <MenuItem
          key={card.id}
          onClick={() => void navigate({ to: '/boards/$boardId/cards/$key', params: { boardId, key: card.key }, search: true })}
        >
          <span className="font-mono text-ink-3 text-xs">{card.key}</span> <span className="truncate">{card.title}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
