import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { CardModel } from '../../../live/board-model.ts'
import { classes } from '../../../ui/classes.ts'
import { useBoardFrame } from '../board-context.ts'
import { TitleField, useIsRenaming } from '../renaming.tsx'
import { useIsSelected, useSelectByClick } from '../selection.ts'
import { CardLink } from '../tile/card-link.tsx'
import { Rail, TileMenu } from '../tile/card-tile.tsx'
import { toneOf } from '../tile/session-line.tsx'
import { Cell } from './cells.tsx'
import { useShownColumns } from './use-table.ts'

/** A card as one row; on a phone its facts are below its title. */
export const ListRow = memo(function ListRow({ card }: { card: CardModel }) {
  const columns = useShownColumns()
  const selected = useIsSelected(card.id)
  return (
    <tr
      data-card={card.id}
      data-selected={selected || undefined}
      className={classes(
        rowGrid,
        'group row-lazy relative border-line border-b md:min-h-9 md:items-center md:py-1',
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
      {columns.map(({ id, shows }) => (
        <Cell key={id} card={card} shows={shows} />
      ))}
    </tr>
  )
})

function Title({ card }: { card: CardModel }) {
  const { board, mayWrite } = useBoardFrame()
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
            // Whole, in as many lines as it takes.
            'min-w-0 font-medium [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2',
            card.completedAt !== null && 'text-ink-3 line-through decoration-1',
          )}
        >
          {card.title}
        </CardLink>
      )}
      {card.blocked && <Blocked />}
      {mayWrite && <TileMenu card={card} />}
    </td>
  )
}

function Blocked() {
  const t = useTranslations('card')
  return <span className="shrink-0 font-medium text-danger text-xs">{t('blocked')}</span>
}

/** For screen readers, because only the colour of the row shows it. */
function Selected() {
  const t = useTranslations('card')
  return <span className="sr-only">{t('selected')}</span>
}

/** The widths come from the table. */
export const rowGrid = 'md:grid md:grid-cols-(--columns) md:gap-x-3 md:pr-9 md:pl-3'
