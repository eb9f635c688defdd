import { type CSSProperties, type KeyboardEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { cardsWithin, focusCard } from '../../../dnd/focus-card.ts'
import { useCommands } from '../../../shell/use-commands.ts'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import type { LayoutProps } from '../filter/board-body.tsx'
import { ListGroup } from './list-group.tsx'
import { useOrderChoices } from './order-choices.ts'
import { fieldIn, orderIn } from './ordering.ts'
import { TableHead } from './table-head.tsx'
import { ColumnsProvider, useStableColumns, useTable } from './use-table.ts'
import { TableFields } from './use-table-fields.tsx'

/** The board as a table: a row per card, list by list. On a phone a card has two lines, and the order is chosen in the menu of views. */
export function ListLayout(props: LayoutProps) {
  return (
    <AreaTexts area="views">
      <Cards {...props} />
    </AreaTexts>
  )
}

function Cards({ board, display, shown }: LayoutProps) {
  const t = useTranslations('views.list')
  const order = useMemo(() => orderIn(display.sort, board.fields), [display.sort, board.fields])
  const { table, box, template } = useTable(board.fields, display)
  const visible = useStableColumns(table.visible)
  const orders = useOrderChoices(board.fields)
  useCommands({
    sort: {
      chosen: order ? (display.sort ?? '') : '',
      choose: (sort) => display.sortBy(sort === '' ? null : sort),
      values: orders,
    },
    columns: {
      chosen: table.columns.flatMap(({ id }) => (table.isChosen(id) ? [id] : [])),
      choose: table.toggle,
      values: table.columns.map(({ id, name }) => [id, name]),
    },
    resetColumns: { run: table.reset, when: () => !table.isUsual },
  })
  const whole = new Map(board.lists.map((list) => [list.id, list]))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-16 md:px-5" onKeyDown={walk} role="presentation">
      <div ref={box} />
      <ColumnsProvider value={visible}>
        <TableFields board={board} columns={visible} sortedBy={fieldIn(order, board.fields)}>
          <table aria-label={t('table')} className="block w-full" style={{ '--columns': template } as CSSProperties}>
            <TableHead table={table} order={order} onSort={display.sortBy} />
            {shown.lists.map((list) => (
              <ListGroup key={list.id} list={list} whole={whole.get(list.id) ?? list} order={order} board={board} />
            ))}
          </table>
        </TableFields>
      </ColumnsProvider>
      {board.lists.length === 0 && <p className="py-4 text-ink-2">{t('noLists')}</p>}
    </div>
  )
}

/** Arrows go from card to card, Home and End to the first and the last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const here = event.target instanceof Element ? event.target.closest('tr[data-card] a')?.closest<HTMLElement>('tr[data-card]') : null
  if (!here || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const ids = cardsWithin(event.currentTarget)
  const at = ids.indexOf(here.dataset.card ?? '')
  const places: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  focusCard(ids[place] ?? null)
}
