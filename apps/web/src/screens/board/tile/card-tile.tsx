import { Check, Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCarry, useTile } from '../../../dnd/board-dnd.tsx'
import type { CardModel } from '../../../live/board-model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useBoardFrame } from '../board-context.ts'
import { TitleField, useIsRenaming } from '../renaming.tsx'
import { useIsSelected, useSelectByClick } from '../selection.ts'
import { type Age, useAge } from './ageing.ts'
import { CardActs } from './card-acts.tsx'
import { CardLink } from './card-link.tsx'
import { TileCover } from './cover.tsx'
import { SessionLine, toneOf } from './session-line.tsx'
import { LabelDots, TileFacts } from './tile-facts.tsx'

type Props = {
  card: CardModel
  /** Set where the card has several tiles. */
  tileId?: string | undefined
}

/** A card on the board. The rail at its left is the state of the agent that works on it. */
export const CardTile = memo(function CardTile({ card, tileId = card.id }: Props) {
  const { board, mayWrite } = useBoardFrame()
  const { ref, held, grip, onPointerEnter } = useTile(tileId, !mayWrite)
  const carry = useCarry()
  const selected = useIsSelected(card.id)
  const renaming = useIsRenaming(tileId)
  const onClick = useSelectByClick(card.id)
  const { age, title } = useAge(card)
  return (
    <li
      ref={ref}
      title={title}
      data-age={age || undefined}
      data-card={card.id}
      data-tile={tileId}
      data-selected={selected || undefined}
      onPointerEnter={onPointerEnter}
      className={classes(
        'group tile-lazy relative shrink-0 rounded-md border py-2 pr-2 pl-3 hover:border-line-strong',
        held === 'keyboard' ? 'border-focus shadow-floating outline-2 outline-focus' : selected ? 'border-accent' : 'border-line',
        // The pointer drags a copy: this tile marks the drop position.
        held === 'pointer' && 'border-dashed *:opacity-0',
        held !== 'pointer' && (selected ? 'bg-accent-soft' : card.completedAt === null && aged[age].ground),
      )}
    >
      {card.session && <Rail tone={toneOf(card.session)} />}
      {card.coverAttachmentId !== null && <TileCover attachmentId={card.coverAttachmentId} />}
      <LabelDots labelIds={card.labelIds} />
      {renaming ? (
        <TitleField card={card} />
      ) : (
        <CardLink
          boardId={board.id}
          cardKey={card.key}
          draggable={false}
          aria-describedby="carry-hint"
          onClick={onClick}
          onKeyDown={(event) => carry.onKeyDown(event, tileId)}
          onBlur={() => carry.onBlur(tileId)}
          className={classes(
            'block select-none pr-5 font-medium leading-snug [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus',
            // Inside the tile, because `content-visibility` clips what is outside its border.
            'focus-visible:after:-outline-offset-2',
            aged[age].title,
            card.completedAt !== null && 'text-ink-3 line-through decoration-1',
          )}
        >
          {card.title}
        </CardLink>
      )}
      {card.session && <SessionLine session={card.session} />}
      <TileFacts card={card} unchanged={title} />
      {selected ? <Selected /> : mayWrite && !renaming && <TileMenu card={card} />}
      {grip}
    </li>
  )
})

/** Fades towards the background, never by opacity, so that all text keeps its contrast. */
const aged: Record<Age, { ground: string; title: string }> = {
  0: { ground: 'bg-surface', title: '' },
  1: { ground: 'bg-surface/70', title: 'text-ink-2' },
  2: { ground: 'bg-surface/40', title: 'text-ink-3' },
  3: { ground: 'bg-surface/10', title: 'text-ink-3 font-normal!' },
}

const rails = {
  queued: 'bg-queued opacity-50',
  working: 'bg-working',
  awaiting_input: 'bg-awaiting',
  done: 'bg-done',
  error: 'bg-error',
  canceled: 'bg-line-strong',
  stale: 'bg-stale',
} as const

export function Rail({ tone, isLow = false }: { tone: keyof typeof rails; isLow?: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'absolute left-0 w-[3px] rounded-r-full',
        isLow ? 'inset-y-0.5' : 'inset-y-1.5',
        rails[tone],
        tone === 'working' && 'animate-breathe',
      )}
    />
  )
}

function Selected() {
  const t = useTranslations('card')
  return (
    <span
      role="img"
      aria-label={t('selected')}
      className="absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-sm bg-accent text-on-accent"
    >
      <Check size={14} aria-hidden />
    </span>
  )
}

/** The button alone: a board has hundreds of them, and the menu costs nothing until it is opened. */
export function TileMenu({ card }: { card: CardModel }) {
  const t = useTranslations('card')
  const [button, setButton] = useState<Element | null>(null)
  const trigger = (
    <IconButton
      ref={setButton}
      size="sm"
      // A tile is one stop of the Tab key: its own key opens the menu.
      tabIndex={-1}
      label={t('menu', { key: card.key })}
      icon={<Ellipsis size={15} aria-hidden />}
      className={classes(
        'absolute! top-1 right-1 z-10 bg-surface opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100',
        // A picture may be of any colour.
        card.coverAttachmentId === null && 'pointer-coarse:bg-transparent',
      )}
    />
  )
  return (
    <Menu trigger={trigger}>
      <CardActs cards={[card]} anchor={button} />
    </Menu>
  )
}
