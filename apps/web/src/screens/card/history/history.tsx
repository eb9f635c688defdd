import type { Activity } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { historyQuery } from '../../../api/card-queries.ts'
import { isLost } from '../../../api/failure.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PagePending } from '../../../ui/spinner.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { Difference } from '../text/difference.tsx'
import { FromOutside } from '../text/from-outside.tsx'
import { useNames } from './names.ts'
import { sentencesOf } from './sentences.ts'
import { versionsIn } from './versions.ts'
import { VersionsButton } from './versions-button.tsx'

/** The activities on the card, newest first, each as a sentence. */
export function History() {
  const t = useTranslations('details.history')
  const { card } = useOpenCard()
  const query = useInfiniteQuery(historyQuery(card.id))
  if (isLost(query)) return <ErrorState failure={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <PagePending />
  const activities = query.data.pages.flat()
  return (
    <>
      {/* Otherwise the button is beside the description. */}
      {card.description === '' && versionsIn(activities, false).length > 0 && <VersionsButton />}
      <ol aria-label={t('title')} className="grid grid-cols-1 gap-2">
        {activities.map((activity) => (
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

/** One row for each sentence; none for activities that are shown elsewhere. */
function Happened({ activity }: { activity: Activity }) {
  const t = useTranslations()
  const names = useNames()
  const actor = names.actor(activity.actorId)
  return sentencesOf(activity, names).map(({ key, values, texts }) => (
    <li key={`${activity.id} ${key}`} className="flex items-start gap-2.5">
      <Avatar face={actor} size="sm" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {t.rich(key, { ...values, actor: actor.name, b: strong })} {isFromOutside(activity) && <FromOutside />}
        </p>
        {texts && <Rewritten texts={texts} />}
      </div>
      <Ago at={activity.createdAt} />
    </li>
  ))
}

/** In characters of both versions. Longer texts are compared on demand: a page of history may have fifty of them. */
const longestAtOnce = 2_000

/** The difference between two versions of a text. */
function Rewritten({ texts: { from, to } }: { texts: { from: string; to: string } }) {
  const t = useTranslations('details.history')
  const [isShown, show] = useState(from.length + to.length <= longestAtOnce)
  if (isShown) return <Difference from={from} to={to} label={t('whatChanged')} />
  return (
    <Button size="sm" variant="quiet" className="-ml-2 justify-self-start" onClick={() => show(true)}>
      {t('showChange')}
    </Button>
  )
}

/** Whether this activity brought a text by an external author. */
const isFromOutside = ({ payload }: Activity): boolean => (payload.author as { role?: unknown } | undefined)?.role === 'external'

const strong = (text: ReactNode) => <strong className="font-medium text-ink">{text}</strong>
