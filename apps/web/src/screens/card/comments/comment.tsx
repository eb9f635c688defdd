import type { Card, Comment } from '@tandem/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Send } from '../../../mutations/texts/save-text.ts'
import { useTextDraft } from '../../../mutations/texts/text-draft.ts'
import { Avatar, type Face } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { focusAfter } from '../../../ui/focus-after.ts'
import { Ago } from '../../../ui/time.tsx'
import { useOpenCard } from '../card-context.ts'
import { isSending } from '../sending.ts'
import { ClickToEdit } from '../text/click-to-edit.tsx'
import { FromOutside } from '../text/from-outside.tsx'
import { LeftDraft } from '../text/left-draft.tsx'
import { RichText } from '../text/rich-text.tsx'
import { SharedText } from '../text/shared-text.tsx'
import { useTick } from '../text/use-tick.ts'
import { AddReaction, Reactions } from './reactions.tsx'
import { useCallNotices } from './use-call-notices.ts'

export function Said({ comment }: { comment: Comment }) {
  const t = useTranslations('card')
  const face = useFace(comment)
  const [editing, setEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const done = () => {
    if (row.current) focusAfter(row.current, 'li', '[data-edit]')
    flushSync(() => setEditing(false))
  }
  return (
    <li ref={row} className={classes('group flex gap-2.5', isSending(comment) && 'opacity-60')}>
      {/* In line with the name, whose row is as high as its buttons. */}
      <span className="flex self-start pointer-coarse:group-has-[header_button]:mt-2.5">
        <Avatar face={face} />
      </span>
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 items-center gap-2">
          <span className="font-medium">{face.name}</span>
          {comment.author.role === 'external' && !comment.imported && <FromOutside />}
          <Ago at={comment.imported?.createdAt ?? comment.createdAt} />
          {comment.editedAt !== null && <span className="text-ink-3 text-sm">{t('edited')}</span>}
          {!isSending(comment) && <Acts comment={comment} onEdit={editing ? undefined : () => setEditing(true)} />}
        </header>
        {editing ? <Rewrite comment={comment} onDone={done} /> : <Body comment={comment} onEdit={() => setEditing(true)} />}
        <Reactions comment={comment} />
      </div>
    </li>
  )
}

/** The author of a comment. A former member has no name here, unless the comment was imported with one. */
function useFace(comment: Comment): Face {
  const t = useTranslations('card')
  const { board } = useOpenCard()
  const member = board.members.find((one) => one.actorId === comment.actorId)
  if (comment.imported?.authorName) return { name: comment.imported.authorName, kind: 'human' }
  return member ?? { name: t('formerMember'), kind: 'human' }
}

/** `onEdit` is missing while the comment is being edited. */
function Acts({ comment, onEdit }: { comment: Comment; onEdit: (() => void) | undefined }) {
  const t = useTranslations('card')
  const more = useTranslations('details.comments')
  const { edit, isAdmin, mayWrite, meId } = useOpenCard()
  const [asking, setAsking] = useState(false)
  const isMine = comment.actorId === meId
  const remove = () =>
    void edit('comment.delete', {
      input: { commentId: comment.id },
      shown: ({ comments, commentCount }) => ({
        comments: comments.filter((one) => one.id !== comment.id),
        commentCount: commentCount - 1,
      }),
      failed: 'comment',
    })
  if (!mayWrite) return null
  return (
    <span className="ml-auto flex opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
      <AddReaction comment={comment} />
      {isMine && onEdit && (
        <IconButton data-edit size="sm" label={t('editComment')} icon={<Pencil size={13} aria-hidden />} onClick={onEdit} />
      )}
      {(isMine || isAdmin) && (
        <IconButton size="sm" label={t('deleteComment')} icon={<Trash2 size={13} aria-hidden />} onClick={() => setAsking(true)} />
      )}
      {asking && (
        <Confirm title={more('deleteTitle')} action={more('deleteIt')} onConfirm={remove} onClose={() => setAsking(false)}>
          {more('deleteText')}
        </Confirm>
      )}
    </span>
  )
}

/** The author of a comment can check the tasks in it, and a click on the text begins editing. */
function Body({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { mayWrite, meId } = useOpenCard()
  const tick = useTick('body', comment.body, useSend(comment))
  const left = useTextDraft(draftOf(comment))
  const mayEdit = mayWrite && comment.actorId === meId && !comment.id.startsWith('sending')
  if (!mayEdit) return <RichText text={comment.body} />
  return (
    <>
      <ClickToEdit onBegin={onEdit} byTouch={false}>
        <RichText text={comment.body} onText={tick} />
      </ClickToEdit>
      <LeftDraft left={left} onContinue={onEdit} />
    </>
  )
}

const draftOf = (comment: Comment): string => `comment-edit.${comment.id}`

function useSend(comment: Comment): Send {
  const { edit } = useOpenCard()
  const tellCalls = useCallNotices()
  return (body, ifBody, refused) => {
    const shown = ({ comments }: Card) => ({ comments: comments.map((one) => (one.id === comment.id ? { ...one, body } : one)) })
    return edit('comment.update', {
      input: { commentId: comment.id, body, ifBody },
      shown,
      failed: 'comment',
      refused,
      answered: tellCalls,
    })
  }
}

function Rewrite({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const t = useTranslations('card')
  const send = useSend(comment)
  return (
    <SharedText
      draftKey={draftOf(comment)}
      label={t('editComment')}
      kept={comment.body}
      version={null}
      name="body"
      send={send}
      onDone={onDone}
    />
  )
}
