import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { boardsQuery } from '../../../api/queries.ts'
import { tickClasses } from '../../../ui/form/tick.tsx'

/** All boards (null), or a limit to some of them. */
export function BoardPicker({
  boards,
  onChange,
}: {
  boards: readonly string[] | null
  onChange: (boards: readonly string[] | null) => void
}) {
  const t = useTranslations('settings.tokens')
  const readable = useQuery(boardsQuery).data ?? []
  const toggle = (id: string, on: boolean) => onChange(on ? [...(boards ?? []), id] : (boards ?? []).filter((one) => one !== id))
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-sm">{t('where')}</legend>
      <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        <input type="radio" name="leash" checked={boards === null} onChange={() => onChange(null)} className={tickClasses} />
        {t('anyBoard')}
      </label>
      <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        <input type="radio" name="leash" checked={boards !== null} onChange={() => onChange([])} className={tickClasses} />
        {t('someBoards')}
      </label>
      {boards !== null && (
        <ul className="mt-1 max-h-48 overflow-y-auto rounded-md border border-line px-2 py-1">
          {readable.map((board) => (
            <li key={board.id}>
              <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={boards.includes(board.id)}
                  onChange={(event) => toggle(board.id, event.target.checked)}
                  className={tickClasses}
                />
                <span className="truncate">{board.name}</span>
              </label>
            </li>
          ))}
          {readable.length === 0 && <li className="py-1 text-ink-3">{t('noBoards')}</li>}
        </ul>
      )}
    </fieldset>
  )
}
