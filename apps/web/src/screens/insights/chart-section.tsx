import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'

type Table = { head: readonly string[]; rows: readonly (readonly ReactNode[])[]; keys: readonly string[] }

type Props = {
  title: string
  about: string
  /** Shown in place of the chart if there is nothing to draw. */
  missing?: string | false
  table: Table
  children: ReactNode
}

/** A chart, or the same data as a table. */
export function ChartSection({ title, about, missing, table, children }: Props) {
  const t = useTranslations('insights')
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="break-inside-avoid rounded-lg border border-line bg-surface p-4 md:p-5">
      <header className="mb-3 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold text-md">
            {title}
          </h2>
          <p className="text-ink-3 text-sm">{about}</p>
        </div>
        {!missing && (
          <Button size="sm" variant="quiet" aria-pressed={asTable} className="print:hidden" onClick={() => setAsTable(!asTable)}>
            {asTable ? <ChartNoAxesColumn size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}{' '}
            {asTable ? t('asChart') : t('asTable')}
          </Button>
        )}
      </header>
      {missing ? <p className="py-6 text-ink-2">{missing}</p> : asTable ? <DataTable title={title} {...table} /> : children}
    </section>
  )
}

/** The first column names the rows. A table wider than the page scrolls, by keyboard too. */
export function DataTable({ title, head, rows, keys }: Table & { title: string }) {
  const t = useTranslations('insights')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={`${title}: ${t('asTable')}`} tabIndex={0} className="relative max-h-80 overflow-auto print:max-h-none">
      <table className="w-full border-collapse text-left tabular-nums">
        <thead>
          <tr>
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`sticky top-0 bg-surface align-bottom md:whitespace-nowrap py-1 pr-2 md:pr-4 font-medium text-ink-3 text-sm ${column > 0 ? 'text-right last:pr-1' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={keys[row]} className="border-line border-t">
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={head[column]} scope="row" className="whitespace-nowrap py-1 pr-2 md:pr-4 font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={head[column]} className="py-1 pr-2 md:pr-4 text-right last:pr-1">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
