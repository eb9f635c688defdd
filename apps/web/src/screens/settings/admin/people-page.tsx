import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { peopleQuery } from '../../../api/settings-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { inputClasses } from '../../../ui/form/field.tsx'
import { PagesLoaded } from '../loaded.tsx'
import { Page, Rows } from '../page.tsx'
import { PersonRow } from './person-row.tsx'

/** All people and agents of the instance, newest first. */
export function PeoplePage() {
  const t = useTranslations('settings.people')
  const [typed, setTyped] = useState('')
  const people = useInfiniteQuery(peopleQuery(useDeferredValue(typed.trim())))
  return (
    <Page title={t('title')} intro={t('intro')}>
      <div className="relative mb-3 max-w-sm">
        <Search size={16} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${inputClasses} h-9 pl-8 pointer-coarse:h-11`}
        />
      </div>
      <PagesLoaded of={people} none={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}>
        {(actors) => (
          <Rows label={t('title')}>
            {actors.map((actor) => (
              <PersonRow key={actor.id} actor={actor} owner={actors.find((one) => one.id === actor.ownerActorId)} />
            ))}
          </Rows>
        )}
      </PagesLoaded>
    </Page>
  )
}
