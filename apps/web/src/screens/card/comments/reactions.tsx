import type { Card, Comment, Reaction } from '@tandem/contract'
import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { faceOf } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/popover.tsx'
import { useOpenCard } from '../card-context.ts'

/** The offered reactions; the API takes any emoji. */
const offered = ['👍', '❤️', '🎉', '😄', '👀', '🚀', '🙏', '👎'] as const

/** The reactions to a comment, with their counts. A press adds or removes the reader's own. */
export function Reactions({ comment }: { comment: Comment }) {
  const t = useTranslations('details.reactions')
  const card = useTranslations('card')
  const { board, mayWrite, meId } = useOpenCard()
  const toggle = useToggle(comment)
  const reactions = comment.reactions ?? []
  if (reactions.length === 0) return null
  const nameOf = (actorId: string) => (actorId === meId ? t('you') : faceOf(board.members, actorId, card('formerMember')).name)
  return (
    <ul aria-label={t('title')} className="mt-1.5 flex flex-wrap gap-1">
      {reactions.map(({ emoji, actorIds }) => {
        const isMine = actorIds.includes(meId)
        const names = actorIds.slice(0, mostNames).map(nameOf).join(', ')
        const by = actorIds.length > mostNames ? t('andMore', { names, count: actorIds.length - mostNames }) : names
        return (
          <li key={emoji}>
            <button
              type="button"
              disabled={!mayWrite}
              aria-pressed={isMine}
              aria-label={t('by', { emoji, names: by })}
              data-tip={by}
              onClick={() => toggle(emoji)}
              className={classes(
                'flex h-6 items-center gap-1 rounded-full border px-2 text-ink-2 text-sm tabular-nums enabled:hover:border-line-strong pointer-coarse:h-9 pointer-coarse:px-3',
                isMine ? 'border-accent bg-accent-soft text-ink' : 'border-line bg-surface',
              )}
            >
              <span aria-hidden>{emoji}</span> {actorIds.length}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The most names in a tooltip. */
const mostNames = 20

export function AddReaction({ comment }: { comment: Comment }) {
  const t = useTranslations('details.reactions')
  const { meId } = useOpenCard()
  const toggle = useToggle(comment)
  const [open, setOpen] = useState(false)
  const trigger = <IconButton size="sm" label={t('add')} icon={<SmilePlus size={13} aria-hidden />} />
  return (
    <Popover trigger={trigger} title={t('add')} open={open} onOpenChange={setOpen}>
      <div className="grid grid-cols-8 gap-0.5 max-md:grid-cols-4">
        {offered.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={t('with', { emoji })}
            aria-pressed={isBy(comment.reactions, emoji, meId)}
            onClick={() => {
              setOpen(false)
              toggle(emoji)
            }}
            className="grid h-8 place-items-center rounded-md text-lg hover:bg-hover aria-pressed:bg-accent-soft pointer-coarse:h-11"
          >
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  )
}

function useToggle(comment: Comment): (emoji: string) => void {
  const { edit, meId } = useOpenCard()
  return (emoji) => {
    const isMine = isBy(comment.reactions, emoji, meId)
    const shown = ({ comments }: Card) => ({
      comments: comments.map((one) => (one.id === comment.id ? { ...one, reactions: toggled(one.reactions ?? [], emoji, meId) } : one)),
    })
    void edit(isMine ? 'comment.unreact' : 'comment.react', { input: { commentId: comment.id, emoji }, shown })
  }
}

const isBy = (reactions: readonly Reaction[] | undefined, emoji: string, actorId: string): boolean =>
  reactions?.some((one) => one.emoji === emoji && one.actorIds.includes(actorId)) === true

/** In the form of the service's answer. */
function toggled(reactions: readonly Reaction[], emoji: string, actorId: string): Reaction[] {
  if (!reactions.some((one) => one.emoji === emoji)) return [...reactions, { emoji, actorIds: [actorId] }]
  return reactions
    .map((one) => {
      if (one.emoji !== emoji) return one
      const others = one.actorIds.filter((id) => id !== actorId)
      return { emoji, actorIds: others.length < one.actorIds.length ? others : [...one.actorIds, actorId] }
    })
    .filter((one) => one.actorIds.length > 0)
}
