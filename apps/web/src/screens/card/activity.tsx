import { useTranslations } from 'use-intl'
import { Tabs } from '../../ui/tabs.tsx'
import { useOpenCard } from './card-context.ts'
import { Comments } from './comments.tsx'
import { History } from './history/history.tsx'

/** What people say about the card, and what has happened on it. */
export function Activity() {
  const t = useTranslations('card')
  const more = useTranslations('details.history')
  const { card } = useOpenCard()
  const comments = (
    <>
      {t('comments')} {card.commentCount > 0 && <span className="text-ink-3 tabular-nums">{card.commentCount}</span>}
    </>
  )
  const tabs = [
    { id: 'comments', name: comments, content: <Comments /> },
    { id: 'history', name: more('title'), content: <History /> },
  ]
  return <Tabs label={more('views')} tabs={tabs} />
}
