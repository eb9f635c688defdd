import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardNamesQuery, importedLogQuery, type LogFilter, logQuery } from '../../../api/settings-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SmallSelect } from '../../../ui/form/select.tsx'
import { ItemLink, useItem } from '../automation/item.tsx'
import { useBoardSettings } from '../board-context.ts'
import { PagesLoaded } from '../loaded.tsx'
import { Page } from '../page.tsx'
import { ImportedLog } from './imported-log.tsx'
import { LogRow } from './log-row.tsx'
import { useNames } from './said.ts'

/** Families of verbs, those that readers look for most first. */
const families = [
  'board',
  'list',
  'card',
  'comment',
  'label',
  'field',
  'member',
  'actor',
  'agent_session',
  'rule',
  'webhook',
  'integration',
  'vcs',
] as const
const all = 'all'

/** All activities of the board, and for an imported one the earlier history from its file. */
export function LogPage() {
  const t = useTranslations('settings.log')
  const { board } = useBoardSettings()
  const { item } = useItem()
  const hasPast = (useInfiniteQuery(importedLogQuery(board.id)).data?.pages[0]?.length ?? 0) > 0
  return (
    <Page title={t('title')} intro={t('intro')}>
      {(hasPast || item === imported) && <Which />}
      {item === imported ? <ImportedLog /> : <OwnLog />}
    </Page>
  )
}

const imported = 'imported'

function Which() {
  const t = useTranslations('settings.log')
  const ways = [
    [undefined, t('here')],
    [imported, t('imported')],
  ] as const
  return (
    <nav aria-label={t('which')} className="mb-3 flex gap-1">
      {ways.map(([item, name]) => (
        <ItemLink
          key={name}
          {...(item !== undefined && { item })}
          className="flex h-7 items-center rounded-md px-2 text-ink-2 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:h-11"
        >
          {name}
        </ItemLink>
      ))}
    </nav>
  )
}

function OwnLog() {
  const t = useTranslations('settings.log')
  const { board } = useBoardSettings()
  const [actorId, setActorId] = useState(all)
  const [family, setFamily] = useState<(typeof families)[number] | typeof all>(all)
  const filter: LogFilter = { ...(actorId !== all && { actorId }), ...(family !== all && { verb: `${family}.*` }) }
  const log = useInfiniteQuery(logQuery(board.id, filter))
  const cards = useQuery(cardNamesQuery(board.id)).data
  const names = useNames(log.data?.pages.flat() ?? [])
  const members = board.members.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SmallSelect
          label={t('who')}
          value={actorId}
          onChange={setActorId}
          choices={[[all, t('everybody')], ...members.map((member) => [member.actorId, member.name] as const)]}
          className="max-w-56 max-md:max-w-none max-md:flex-1"
        />
        <SmallSelect
          label={t('what')}
          value={family}
          onChange={setFamily}
          choices={[[all, t('everything')], ...families.map((one) => [one, t(`families.${one}`)] as const)]}
          className="max-w-56 max-md:max-w-none max-md:flex-1"
        />
      </div>
      <PagesLoaded of={log} none={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}>
        {(activities) => (
          <ol aria-label={t('title')} className="overflow-hidden rounded-lg border border-line bg-surface">
            {activities.map((activity) => (
              <LogRow
                key={activity.id}
                activity={activity}
                card={activity.cardId === null ? undefined : cards?.get(activity.cardId)}
                names={names}
              />
            ))}
          </ol>
        )}
      </PagesLoaded>
    </>
  )
}
