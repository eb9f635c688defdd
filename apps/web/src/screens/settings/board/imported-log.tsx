import type { ImportedEntry } from '@tandem/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { cardNamesQuery, importedLogQuery } from '../../../api/settings-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useBoardSettings } from '../board-context.ts'
import { PagesLoaded } from '../loaded.tsx'
import { type CardName, LogEntry, strong } from './log-row.tsx'
import { useSaidElsewhere } from './said.ts'

/** The history that came with an import, as its file has it. */
export function ImportedLog() {
  const t = useTranslations('settings.log')
  const { board } = useBoardSettings()
  const log = useInfiniteQuery(importedLogQuery(board.id))
  const cards = useQuery(cardNamesQuery(board.id)).data
  return (
    <>
      <p className="mb-3 max-w-xl text-ink-2">{t('importedIntro')}</p>
      <PagesLoaded of={log} none={<EmptyState title={t('importedNone')} />}>
        {(entries) => (
          <ol aria-label={t('imported')} className="overflow-hidden rounded-lg border border-line bg-surface">
            {entries.map((entry) => (
              <ImportedRow key={entry.seq} entry={entry} card={entry.cardId === null ? undefined : cards?.get(entry.cardId)} />
            ))}
          </ol>
        )}
      </PagesLoaded>
    </>
  )
}

/** The file does not say whether the actor is a person or an agent, so neither is drawn. */
function ImportedRow({ entry, card }: { entry: ImportedEntry; card: CardName }) {
  const t = useTranslations('settings.log')
  const said = useSaidElsewhere()(entry)
  const name = entry.actorName ?? t('former')
  return (
    <LogEntry entry={entry} face={null} card={card}>
      {said ? t.rich(said.key, { ...said.values, name, b: strong }) : t.rich('unknown', { verb: entry.verb, name, b: strong })}
    </LogEntry>
  )
}
