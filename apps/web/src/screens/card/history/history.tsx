import type { Activity } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { historyQuery } from '../../../api/card-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { useNames } from './names.ts'
import { Rewritten } from './rewritten.tsx'
import { sentencesOf } from './sentences.ts'

/** What has happened on the card, newest first, each act as a sentence. */
export function History() {
  const t = useTranslations('details.history')
  const { card } = useOpenCard()
  const query = useInfiniteQuery(historyQuery(card.id))
  if (isLost(query)) return <ErrorState failure={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <PagePending />
  return (
    <>
      <ol aria-label={t('title')} className="grid grid-cols-1 gap-2">
        {query.data.pages.flat().map((activity) => (
          <Happened key={activity.id} activity={activity} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button size="sm" variant="quiet" className="-ml-2 mt-2" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

/** One row for each thing that it did; none for what is told elsewhere. */
function Happened({ activity }: { activity: Activity }) {
  const t = useTranslations()
  const names = useNames()
  const actor = names.actor(activity.actorId)
  return sentencesOf(activity, names).map(({ key, values, texts }) => (
    <li key={`${activity.id} ${key}`} className="flex items-start gap-2.5">
      <Avatar face={actor} size="sm" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="text-ink-2 [overflow-wrap:anywhere]">{t.rich(key, { ...values, actor: actor.name, b: strong })}</p>
        {texts && <Rewritten texts={texts} />}
      </div>
      <Ago at={activity.createdAt} />
    </li>
  ))
}

const strong = (text: ReactNode) => <strong className="font-medium text-ink">{text}</strong>
