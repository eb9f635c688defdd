import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { PriorityMark } from '../../../ui/priority-mark.tsx'
import { useBoardFrame } from '../board-context.ts'
import { CardLink } from '../card-link.tsx'
import { Rail, TileMenu } from '../card-tile.tsx'

import { TitleField, useIsRenaming } from '../renaming.tsx'
import { useIsSelected, useSelectByClick } from '../selection.ts'
import { toneOf, wordOf } from '../session-line.tsx'
import { Due, Faces, LabelDots } from '../tile-facts.tsx'

/** A card as one line; on a phone its facts stand below its title. */
export const ListRow = memo(function ListRow({ card }: { card: CardModel }) {
  const { mayWrite } = useBoardFrame()
  const selected = useIsSelected(card.id)
  const isDone = card.completedAt !== null
  return (
    <tr
      data-card={card.id}
      data-selected={selected || undefined}
      className={classes(
        rowGrid,
        'group row-lazy relative border-line border-b md:h-9 md:items-center',
        selected ? 'bg-accent-soft' : 'hover:bg-hover/60',
        'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2.5 max-md:py-2 max-md:pr-11 max-md:pl-3',
      )}
    >
      <td className="truncate font-mono text-ink-3 text-xs max-md:order-2">
        {card.session && <Rail tone={toneOf(card.session)} />}
        {card.key}
        {selected && <Selected />}
      </td>
      <Title card={card} />
      <td className="flex min-w-0 items-center gap-1.5 max-md:order-3 max-md:empty:hidden">
        {card.session && <Work session={card.session} />}
      </td>
      <td className="flex max-md:order-6 max-md:ml-auto md:*:ml-0">
        <Faces card={card} />
      </td>
      <td className="flex items-center gap-1.5 text-ink-2 text-sm max-md:order-4 max-md:empty:hidden">
        {card.priority !== 'none' && <Priority priority={card.priority} />}
      </td>
      <td className="flex items-center gap-2 text-ink-2 text-sm tabular-nums max-md:order-5 max-md:empty:hidden">
        {card.dueAt !== null && <Due dueAt={card.dueAt} done={isDone} />}
        {card.blocked && <Blocked />}
        {mayWrite && <TileMenu card={card} />}
      </td>
    </tr>
  )
})

function Title({ card }: { card: CardModel }) {
  const { board } = useBoardFrame()
  const renaming = useIsRenaming(card.id)
  const onClick = useSelectByClick(card.id)
  return (
    <td className="flex min-w-0 items-center gap-2 max-md:order-1 max-md:w-full">
      {renaming ? (
        <TitleField card={card} />
      ) : (
        <CardLink
          boardId={board.id}
          cardKey={card.key}
          onClick={onClick}
          className={classes(
            'truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2',
            card.completedAt !== null && 'text-ink-3 line-through decoration-1',
          )}
        >
          {card.title}
        </CardLink>
      )}
      {/* The title goes first: labels for which there is no room fall below the only line. */}
      <span className="h-4 max-w-[45%] shrink-0 overflow-hidden max-lg:hidden">
        <LabelDots labelIds={card.labelIds} />
      </span>
    </td>
  )
}

function Work({ session }: { session: NonNullable<CardModel['session']> }) {
  const t = useTranslations('session')
  const tone = toneOf(session)
  return (
    <>
      <Badge tone={tone}>{t(`states.${wordOf(session)}`)}</Badge>
      {session.statusText && <span className="truncate text-ink-3 text-sm max-md:hidden">{session.statusText}</span>}
    </>
  )
}

function Priority({ priority }: { priority: CardModel['priority'] }) {
  const t = useTranslations('priority')
  return (
    <>
      <span aria-hidden>
        <PriorityMark priority={priority} />
      </span>
      <span>{t(priority)}</span>
    </>
  )
}

function Blocked() {
  const t = useTranslations('card')
  return <span className="font-medium text-danger text-xs">{t('blocked')}</span>
}

/** Said, since only the colour of the line shows it. */
function Selected() {
  const t = useTranslations('card')
  return <span className="sr-only">{t('selected')}</span>
}

/** The columns of the list: key, title, agent's work, people, priority, due. */
export const rowGrid =
  'md:grid md:grid-cols-[4rem_minmax(10rem,1fr)_7rem_5rem_5.5rem_6rem] lg:grid-cols-[4.5rem_minmax(10rem,1fr)_minmax(7rem,12rem)_6rem_6.5rem_7.5rem] md:gap-x-3 md:pl-3 md:pr-9'
