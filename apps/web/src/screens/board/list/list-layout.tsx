import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { Select } from '../../../ui/form/select.tsx'
import { AreaTexts } from '../../../ui/text/area-texts.tsx'
import type { LayoutProps } from '../filter/board-body.tsx'
import { ListGroup } from './list-group.tsx'
import { rowGrid } from './list-row.tsx'
import { type Column, columns, nextSort, type Order, orderIn } from './ordering.ts'

/** The board as a table: a line per card, list by list. On a phone a card has two lines, and the order is chosen above them. */
export function ListLayout(props: LayoutProps) {
  return (
    <AreaTexts area="views">
      <Cards {...props} />
    </AreaTexts>
  )
}

function Cards({ board, display, shown }: LayoutProps) {
  const t = useTranslations('views.list')
  const order = orderIn(display.sort)
  const whole = new Map(board.lists.map((list) => [list.id, list]))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-16 md:px-5" onKeyDown={walk} role="presentation">
      <SortChoice sort={order ? display.sort : null} onChange={display.sortBy} />
      <table aria-label={t('table')} className="block w-full">
        <thead className="sticky top-0 z-20 block bg-canvas max-md:sr-only">
          <tr className={classes(rowGrid, 'border-line border-b')}>
            {columns.map((column) => (
              <SortHeading key={column} column={column} order={order} onSort={display.sortBy} />
            ))}
          </tr>
        </thead>
        {shown.lists.map((list) => (
          <ListGroup key={list.id} list={list} whole={whole.get(list.id) ?? list} order={order} members={board.members} />
        ))}
      </table>
      {board.lists.length === 0 && <p className="py-4 text-ink-2">{t('noLists')}</p>}
    </div>
  )
}

type HeadingProps = { column: Column; order: Order | null; onSort: (sort: string | null) => void }

function SortHeading({ column, order, onSort }: HeadingProps) {
  const t = useTranslations('views.list')
  const sorted = order?.by === column ? (order.reversed ? 'descending' : 'ascending') : undefined
  const Arrow = sorted === 'descending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={sorted} className="min-w-0 text-left font-medium text-ink-3 text-sm">
      <button
        type="button"
        onClick={() => onSort(nextSort(order, column))}
        className={classes('flex h-8 items-center gap-1 rounded-sm hover:text-ink', sorted && 'text-ink')}
      >
        {t(`columns.${column}`)}
        {sorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  )
}

function SortChoice({ sort, onChange }: { sort: string | null; onChange: (sort: string | null) => void }) {
  const t = useTranslations('views.list')
  const choices = columns.flatMap((column): [string, string][] => [
    [column, t(`columns.${column}`)],
    [`-${column}`, t('reversed', { column: t(`columns.${column}`) })],
  ])
  return (
    <div className="pb-2 md:hidden">
      <Select
        label={t('order')}
        value={sort ?? ''}
        onChange={(next) => onChange(next === '' ? null : next)}
        choices={[['', t('asOnBoard')], ...choices]}
      />
    </div>
  )
}

/** Arrows go from card to card, Home and End to the first and the last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const here = event.target instanceof Element ? event.target.closest('tr[data-card] a') : null
  if (!here || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-card] a')]
  const at = links.findIndex((link) => link === here)
  const places: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: links.length - 1 }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  links[place]?.focus()
}
