import type { Comment } from '@tandem/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../act/draft.ts'
import { Ago } from '../../ui/ago.tsx'
import { Avatar, type Face } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { useOpenCard } from './card-context.ts'
import { Section } from './section.tsx'

export function Comments() {
  const t = useTranslations('card')
  const { card, mayWrite } = useOpenCard()
  const shown = card.comments.filter((comment) => comment.deletedAt === null)
  if (shown.length === 0 && !mayWrite) return null
  return (
    <Section title={t('comments')}>
      <ol className="grid gap-4">
        {shown.map((comment) => (
          <Said key={comment.id} comment={comment} />
        ))}
      </ol>
      {mayWrite && <Composer />}
    </Section>
  )
}

/** Somebody who is not on the board any more has no name here, unless the comment came with one. */
function useFace(comment: Comment): Face {
  const t = useTranslations('card')
  const { board } = useOpenCard()
  const member = board.members.find((one) => one.actorId === comment.actorId)
  if (comment.imported?.authorName) return { name: comment.imported.authorName, kind: 'human' }
  return member ?? { name: t('formerMember'), kind: 'human' }
}

function Said({ comment }: { comment: Comment }) {
  const t = useTranslations('card')
  const { edit, isAdmin, meId } = useOpenCard()
  const face = useFace(comment)
  const [editing, setEditing] = useState(false)
  const isMine = comment.actorId === meId
  return (
    <li className="group flex gap-2.5">
      <Avatar face={face} />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 items-center gap-2">
          <span className="font-medium">{face.name}</span>
          <Ago at={comment.createdAt} />
          {comment.editedAt !== null && <span className="text-ink-3 text-sm">{t('edited')}</span>}
          <span className="ml-auto flex opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
            {isMine && (
              <IconButton size="sm" label={t('editComment')} icon={<Pencil size={13} aria-hidden />} onClick={() => setEditing(true)} />
            )}
            {(isMine || isAdmin) && (
              <IconButton
                size="sm"
                label={t('deleteComment')}
                icon={<Trash2 size={13} aria-hidden />}
                onClick={() => void edit('comment.delete', { input: { commentId: comment.id }, failed: 'comment' })}
              />
            )}
          </span>
        </header>
        {editing ? <Rewrite comment={comment} onDone={() => setEditing(false)} /> : <Markdown text={comment.body} />}
      </div>
    </li>
  )
}

function Rewrite({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const t = useTranslations('card')
  const { edit } = useOpenCard()
  const [text, setText] = useState(comment.body)
  const save = async () => {
    if (await edit('comment.update', { input: { commentId: comment.id, body: text }, failed: 'comment' })) onDone()
  }
  return <Writing text={text} onText={setText} onSend={save} label={t('editComment')} action={t('save')} onCancel={onDone} />
}

function Composer() {
  const t = useTranslations('card')
  const { card, edit } = useOpenCard()
  const [text, setText] = useDraft(`comment.${card.id}`)
  const send = async () => {
    if (await edit('comment.create', { input: { cardId: card.id, body: text }, failed: 'comment' })) setText('')
  }
  return (
    <div className="mt-4">
      <Writing text={text} onText={setText} onSend={send} label={t('comment')} action={t('send')} />
    </div>
  )
}

type WritingProps = {
  text: string
  onText: (text: string) => void
  onSend: () => Promise<void>
  label: string
  action: string
  onCancel?: () => void
}

/** Ctrl or ⌘ with Enter sends. What could not be sent stays. */
function Writing({ text, onText, onSend, label, action, onCancel }: WritingProps) {
  const t = useTranslations('card')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    await onSend()
    setBusy(false)
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={t('commentHint')}
        value={text}
        maxLength={100_000}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && void send()}
      />
      {(text !== '' || onCancel) && (
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
