import type { Comment } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { olderCommentsQuery } from '../../../api/card-queries.ts'
import { useDraft } from '../../../mutations/texts/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenCard } from '../card-context.ts'
import { sendingId } from '../sending.ts'
import { Writing } from '../text/writing.tsx'
import { Said } from './comment.tsx'
import { useCallNotices } from './use-call-notices.ts'

/** The comments, oldest first, and the field for a new one. */
export function Comments() {
  const t = useTranslations('details.comments')
  const { card, mayWrite } = useOpenCard()
  const shown = card.comments.filter((comment) => comment.deletedAt === null)
  const first = card.comments[0]
  return (
    <>
      {shown.length === 0 && <p className="text-ink-3">{t('empty')}</p>}
      <ol className="grid grid-cols-1 gap-4">
        {first && card.commentCount > shown.length && <Older before={first.id} />}
        {shown.map((comment) => (
          <Said key={comment.id} comment={comment} />
        ))}
      </ol>
      {mayWrite && <Composer />}
    </>
  )
}

/** The card comes with its latest comments; the others are read on demand. */
function Older({ before }: { before: string }) {
  const t = useTranslations('details.comments')
  const { card } = useOpenCard()
  const [wanted, setWanted] = useState(false)
  const query = useInfiniteQuery({ ...olderCommentsQuery(card.id, before), enabled: wanted })
  const older = (query.data?.pages.flat() ?? []).filter((comment) => comment.deletedAt === null).toReversed()
  const more = () => (wanted ? void query.fetchNextPage() : setWanted(true))
  return (
    <>
      {(!wanted || query.hasNextPage) && (
        <li>
          <Button size="sm" variant="quiet" className="-ml-2" busy={query.isFetching} onClick={more}>
            {t('older')}
          </Button>
        </li>
      )}
      {older.map((comment) => (
        <Said key={comment.id} comment={comment} />
      ))}
    </>
  )
}

/** A comment is shown at once; a refused one comes back into the field. */
function Composer() {
  const t = useTranslations('card')
  const { board, card, edit, meId } = useOpenCard()
  const tellCalls = useCallNotices()
  const [text, setText, putBack] = useDraft(`comment.${card.id}`)
  const send = async () => {
    const body = text
    const at = new Date().toISOString()
    const sent: Comment = {
      id: sendingId(),
      cardId: card.id,
      actorId: meId,
      author: { actorId: meId, role: board.members.find(({ actorId }) => actorId === meId)?.role ?? 'member' },
      body,
      sessionId: null,
      createdAt: at,
      editedAt: null,
      deletedAt: null,
    }
    const shown = ({ comments, commentCount }: typeof card) => ({ comments: [...comments, sent], commentCount: commentCount + 1 })
    setText('')
    const refusedLater = () => putBack(body)
    const how = { input: { cardId: card.id, body }, shown, failed: 'comment', answered: tellCalls, refusedLater } as const
    if (!(await edit('comment.create', how))) putBack(body)
  }
  return (
    <div data-composer className="mt-4">
      <Writing text={text} onText={setText} onSend={send} label={t('comment')} action={t('send')} placeholder={t('commentHint')} />
    </div>
  )
}
