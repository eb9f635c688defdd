import type { SearchHit } from '@tandem/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { isLost, type ReadState } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { inputClasses } from '../../ui/form/field.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { SearchFilters } from './search-filters.tsx'
import { conditionsOf, isBlank, type SearchParams, searchParamsIn } from './search-params.ts'
import { SearchResults } from './search-results.tsx'

/** Search over all cards that the reader can see, by text and by filters. */
export function SearchPage() {
  return (
    <AreaTexts area="find">
      <Page />
    </AreaTexts>
  )
}

const pageSize = 50
const patienceMs = 200
const exampleKey = 'ENG-12'

type Found = { hits: SearchHit[]; hasMore: boolean }

/** All requested pages are read together, so that a card which moves up meanwhile is listed once. */
const foundQuery = (params: SearchParams, pages: number) =>
  queryOptions({
    queryKey: ['search', params, pages],
    queryFn: async ({ signal }): Promise<Found> => {
      const hits: SearchHit[] = []
      let read = 0
      for await (const page of api.pages('search.cards', { ...conditionsOf(params), limit: pageSize }, { signal })) {
        hits.push(...page)
        read += 1
        if (read === pages) return { hits, hasMore: page.length === pageSize }
      }
      return { hits, hasMore: false }
    },
    placeholderData: keepPreviousData,
    enabled: !isBlank(params),
  })

function Page() {
  const t = useTranslations('find.page')
  const params = searchParamsIn(useSearch({ from: '/signed-in/search' }))
  const navigate = useNavigate()
  const [pages, setPages] = useState(1)
  const found = useQuery(foundQuery(params, pages))
  const search = (next: SearchParams) => {
    setPages(1)
    void navigate({ to: '/search', search: next, replace: true })
  }
  return (
    <div className="max-w-3xl px-3 py-4 md:px-5 md:py-5">
      <h1 className="mb-4 flex min-h-8 items-center font-semibold text-xl tracking-tight">{t('title')}</h1>
      <Words params={params} search={search} />
      <SearchFilters params={params} search={search} />
      <Answer params={params} found={found} onMore={() => setPages(pages + 1)} />
    </div>
  )
}

function Words({ params, search }: { params: SearchParams; search: (next: SearchParams) => void }) {
  const t = useTranslations('find.page')
  const [text, setText] = useState(params.q ?? '')
  const [sent, setSent] = useState(params.q ?? '')
  // The address was changed elsewhere: by the palette, or by going back.
  if ((params.q ?? '') !== sent) {
    setSent(params.q ?? '')
    setText(params.q ?? '')
  }
  useEffect(() => {
    if (text.trim() === sent) return undefined
    const timer = setTimeout(() => {
      const { q: _, ...others } = params
      setSent(text.trim())
      search(text.trim() === '' ? others : { ...others, q: text.trim() })
    }, patienceMs)
    return () => clearTimeout(timer)
  })
  return (
    <label className="relative block">
      <span className="sr-only">{t('field')}</span>
      <Search size={16} aria-hidden className="-translate-y-1/2 absolute top-1/2 left-3 text-ink-3" />
      <input
        role="searchbox"
        inputMode="search"
        value={text}
        maxLength={500}
        autoFocus={text === ''}
        placeholder={t('field')}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClasses} h-10 pl-9 pointer-coarse:h-11`}
      />
    </label>
  )
}

type Answered = ReadState & { data: Found | undefined; isFetching: boolean; refetch: () => Promise<unknown> }

function Answer({ params, found, onMore }: { params: SearchParams; found: Answered; onMore: () => void }) {
  const t = useTranslations('find.page')
  if (isBlank(params)) return <EmptyState title={t('startTitle')}>{t('startText', { example: exampleKey })}</EmptyState>
  if (isLost(found)) return <ErrorState failure={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <PagePending />
  const { hits, hasMore } = found.data
  return (
    <>
      <p role="status" className="mt-4 mb-1 text-ink-3 text-sm tabular-nums">
        {hasMore ? t('atLeast', { count: hits.length }) : t('results', { count: hits.length })}
      </p>
      {hits.length === 0 && <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      <SearchResults hits={hits} words={params.q ?? ''} />
      {hasMore && (
        <Button className="mt-3" busy={found.isFetching} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
