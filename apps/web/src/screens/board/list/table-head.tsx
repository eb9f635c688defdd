import { ArrowDown, ArrowUp, RotateCcw, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuToggle } from '../../../ui/menu.tsx'
import { rowGrid } from './list-row.tsx'
import { type Column, nextSort, type Order } from './ordering.ts'
import { ResizeEdge } from './resize-edge.tsx'
import { keyColumn } from './table-settings.ts'
import type { Table } from './use-table.ts'

type Sorting = { order: Order | null; onSort: (sort: string | null) => void }
type Props = Sorting & { table: Table }

/** The column headers, with their resize handles and the menu of columns. */
export function TableHead({ table, ...sorting }: Props) {
  const t = useTranslations('views.list.columns')
  return (
    <thead className="sticky top-0 z-20 block bg-canvas max-md:sr-only">
      <tr className={classes(rowGrid, 'relative border-line border-b')}>
        <Heading name={t('created')} sort="created" {...sorting}>
          <ResizeEdge table={table} id={keyColumn} name={t('created')} side="right" />
        </Heading>
        <Heading name={t('title')} sort="title" {...sorting} />
        {table.visible.map(({ id, name, sort }) => (
          <Heading key={id} name={name} sort={sort} {...sorting}>
            <ResizeEdge table={table} id={id} name={name} side="left" />
          </Heading>
        ))}
        <td className="absolute top-0.5 right-0 max-md:hidden">
          <ColumnsMenu table={table} />
        </td>
      </tr>
    </thead>
  )
}

type HeadingProps = Sorting & { name: string; sort: Column | null; children?: ReactNode }

function Heading({ name, sort, order, onSort, children }: HeadingProps) {
  const sorted = sort !== null && order?.by === sort ? (order.reversed ? 'descending' : 'ascending') : undefined
  const Arrow = sorted === 'descending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={sorted} className="relative min-w-0 text-left font-medium text-ink-3 text-sm">
      {sort === null ? (
        <span className="flex h-8 items-center truncate">{name}</span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(nextSort(order, sort))}
          className={classes('flex h-8 max-w-full items-center gap-1 rounded-sm hover:text-ink', sorted && 'text-ink')}
        >
          <span className="truncate">{name}</span>
          {sorted && <Arrow size={12} aria-hidden className="shrink-0" />}
        </button>
      )}
      {children}
    </th>
  )
}

function ColumnsMenu({ table }: { table: Table }) {
  const t = useTranslations('views.list')
  const trigger = <IconButton size="sm" label={t('choose')} icon={<Settings2 size={15} aria-hidden />} />
  const isVisible = (id: string) => table.visible.some((one) => one.id === id)
  return (
    <Menu trigger={trigger}>
      <MenuHeading>{t('choose')}</MenuHeading>
      {table.columns.map(({ id, name }) => (
        <MenuToggle key={id} checked={table.isChosen(id)} onChange={() => table.toggle(id)}>
          <span className="truncate">{name}</span>
          {table.isChosen(id) && !isVisible(id) && <span className="ml-auto shrink-0 pl-3 text-ink-3 text-xs">{t('noRoom')}</span>}
        </MenuToggle>
      ))}
      <MenuLine />
      <MenuItem icon={<RotateCcw size={15} aria-hidden />} disabled={table.isUsual} onClick={table.reset}>
        {t('reset')}
      </MenuItem>
    </Menu>
  )
}
