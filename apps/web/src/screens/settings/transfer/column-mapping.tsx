import { attributeOfColumn, csvColumns, isAttributeColumn } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { Choice } from '../automation/choice.tsx'
import type { CsvHead, Use } from './csv-columns.ts'

const uses: readonly Use[] = [...csvColumns, 'field', 'none']

/** The meaning of each column: recognised by its name, and changeable. */
export function ColumnMapping({ head, onChange }: { head: CsvHead; onChange: (head: CsvHead) => void }) {
  const t = useTranslations('automation.columns')
  const attributeText = useTranslations('attributes')
  const wordsOf = (use: Use) => (isAttributeColumn(use) ? attributeText(`${attributeOfColumn[use]}.name`) : t(`uses.${use}`))
  const put = (at: number, use: Use) =>
    onChange({ ...head, columns: head.columns.map((column, other) => (other === at ? { ...column, use } : column)) })
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <caption className="mb-1 text-left text-ink-2">{t('intro')}</caption>
        <thead>
          <tr className="border-line border-b text-ink-3 text-sm">
            <th className="py-1 pr-3 font-medium">{t('column')}</th>
            <th className="py-1 pr-3 font-medium">{t('becomes')}</th>
            <th className="py-1 font-medium max-md:hidden">{t('sample')}</th>
          </tr>
        </thead>
        <tbody>
          {head.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <tr key={at} className="border-line border-b last:border-b-0">
              <td className="max-w-40 truncate py-1 pr-3 font-medium">{column.name || t('nameless')}</td>
              <td className="py-1 pr-3">
                <Choice
                  label={t('use', { name: column.name || t('nameless') })}
                  value={column.use}
                  choices={uses.map((use) => [use, wordsOf(use)])}
                  onChange={(next) => put(at, uses.find((use) => use === next) ?? 'none')}
                />
              </td>
              <td className="max-w-60 truncate py-1 text-ink-3 max-md:hidden">{column.sample}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!head.columns.some(({ use }) => use === 'title') && <p className="mt-2 text-danger">{t('noTitle')}</p>}
    </div>
  )
}
