import { type Reaction, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { reactions } from '../../db/tables/cards/reactions.ts'
import { deleteFrom, insertInto } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { current } from './write.ts'

/** Reactions to comments: one of each kind per actor, told to the board and to no inbox. Specification: beyond §10. */
const mostKinds = 20
const mostOfKind = 200

const insertReaction = insertInto(reactions, ['boardId', 'cardId', 'commentId', 'actorId', 'emoji', 'createdAt'])
const deleteReaction = deleteFrom(reactions, { key: ['commentId', 'actorId', 'emoji'] })
const readOwn = sql('select from reactions where comment_id = $1 and actor_id = $2 and emoji = $3')

/** The lock of the board keeps two callers from passing the limits together. */
export const react: HandlerOf<'comment.react'> = async (tx, { emoji }) => {
  const { id: commentId, cardId, reactions: before } = current(tx.target)
  const { actorId } = tx.principal
  const kinds = before ?? []
  const kind = kinds.find((one) => one.emoji === emoji)
  if (kind?.actorIds.includes(actorId)) return { commentId, reactions: kinds }
  if (!kind && kinds.length >= mostKinds) throw refusal('reactionKinds', { count: mostKinds })
  if (kind && kind.actorIds.length >= mostOfKind) throw refusal('reactionFull', { count: mostOfKind })
  tx.send(insertReaction({ boardId: tx.board.id, cardId, commentId, actorId, emoji, createdAt: tx.now }))
  tx.record('comment.reaction_added', { cardId, commentId, emoji }, { cardId })
  return { commentId, reactions: withOne(kinds, emoji, actorId) }
}

const withOne = (kinds: readonly Reaction[], emoji: string, actorId: string): Reaction[] =>
  kinds.some((one) => one.emoji === emoji)
    ? kinds.map((one) => (one.emoji === emoji ? { emoji, actorIds: [...one.actorIds, actorId] } : one))
    : [...kinds, { emoji, actorIds: [actorId] }]

export const unreact: HandlerOf<'comment.unreact'> = async (tx, { emoji }) => {
  const { id: commentId, cardId } = current(tx.target)
  const own = { commentId, actorId: tx.principal.actorId, emoji }
  if (!(await tx.row(readOwn, [own.commentId, own.actorId, own.emoji]))) return null
  tx.send(deleteReaction(own))
  tx.record('comment.reaction_removed', { cardId, commentId, emoji }, { cardId })
  return null
}
