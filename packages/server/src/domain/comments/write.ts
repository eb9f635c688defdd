import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { sqlOfRows } from '../../db/gathered.ts'
import type { CommentRow } from '../../db/rows.ts'
import { atLeast, notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { type MentionedMember, mentionedIn } from '../mentions.ts'
import { liveSessionOf } from '../sessions/open.ts'
import { toldWatchers } from '../watches/handlers.ts'
import { callAgents } from './call-agents.ts'
import { commentOnWire } from './wire.ts'

/** Writing comments. Specification: service §4 and §6, decisions §3 and §4. */
const insertComment = sqlOfRows(
  { board_id: 'uuid', id: 'uuid', card_id: 'uuid', actor_id: 'uuid', body: 'text', session_id: 'uuid', created_at: 'timestamptz' },
  (rows) => `insert into comments (board_id, id, card_id, actor_id, body, session_id, created_at) select * from ${rows}`,
)
const editComment = sql('update comments set body = $3, edited_at = $4 where board_id = $1 and id = $2')
const eraseComment = sql(`update comments set body = '', deleted_at = $3 where board_id = $1 and id = $2`)
const countComments = sqlOfRows(
  { board_id: 'uuid', id: 'uuid', more: 'int', updated_at: 'timestamptz' },
  (rows) => `update cards c set comment_count = c.comment_count + rows.more, updated_at = rows.updated_at
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
)

export const addComment: HandlerOf<'comment.create'> = async (tx, input) => {
  const { target: card, principal } = tx
  const own = principal.kind === 'agent' ? await liveSessionOf(tx, card.id, principal.actorId) : undefined
  const mentioned = await othersMentioned(tx, input.body, '')
  const row: CommentRow = {
    ...{ board_id: tx.board.id, id: tx.newId(), card_id: card.id, actor_id: principal.actorId, body: input.body },
    ...{ session_id: own?.id ?? null, created_at: tx.now, edited_at: null, deleted_at: null },
  }
  tx.send(insertComment, [row.board_id, row.id, row.card_id, row.actor_id, row.body, row.session_id, row.created_at])
  tx.send(countComments, [tx.board.id, card.id, 1, tx.now])
  const notify = [
    mentionNotice(mentioned, row.body),
    { actorIds: [...card.assignee_ids, card.created_by], reason: 'commented' as const, excerpt: row.body },
  ]
  tx.record('comment.added', { commentId: row.id, body: row.body }, { cardId: card.id, notify, ...toldWatchers(card, row.body) })
  await tellMentioned(tx, row, mentioned)
  return commentOnWire(row)
}

export const editOwnComment: HandlerOf<'comment.update'> = async (tx, input) => {
  const before = current(tx.target)
  if (before.actor_id !== tx.principal.actorId)
    throw new TandemError('forbidden', 'Only its author may edit a comment. Write one of your own.')
  if (before.body === input.body) return commentOnWire(before)
  const mentioned = await othersMentioned(tx, input.body, before.body)
  const row = { ...before, body: input.body, edited_at: tx.now }
  tx.send(editComment, [tx.board.id, row.id, row.body, row.edited_at])
  tx.record('comment.edited', { commentId: row.id, body: row.body }, { cardId: row.card_id, notify: [mentionNotice(mentioned, row.body)] })
  await tellMentioned(tx, row, mentioned)
  return commentOnWire(row)
}

export const deleteComment: HandlerOf<'comment.delete'> = async (tx) => {
  const comment = current(tx.target)
  if (comment.actor_id !== tx.principal.actorId && !atLeast(tx.role, 'admin')) {
    throw new TandemError('forbidden', 'Only its author or a board admin may delete a comment.')
  }
  tx.send(eraseComment, [tx.board.id, comment.id, tx.now])
  tx.send(countComments, [tx.board.id, comment.card_id, -1, tx.now])
  tx.record('comment.deleted', { cardId: comment.card_id, commentId: comment.id }, { cardId: comment.card_id })
  return null
}

function current(comment: CommentRow): CommentRow {
  if (comment.deleted_at !== null) throw notFound('comment')
  return comment
}

/** A mention never calls the author. */
async function othersMentioned(tx: Mutation<never>, text: string, before: string): Promise<MentionedMember[]> {
  return (await mentionedIn(tx, text, before)).filter((member) => member.actor_id !== tx.principal.actorId)
}

const mentionNotice = (mentioned: MentionedMember[], excerpt: string) => ({
  actorIds: mentioned.map((member) => member.actor_id),
  reason: 'mentioned' as const,
  excerpt,
})

async function tellMentioned(
  tx: Mutation<'comment.mentioned' | 'agent_session.created' | 'agent_session.log'>,
  comment: CommentRow,
  mentioned: MentionedMember[],
): Promise<void> {
  if (mentioned.length === 0) return
  const mentionedActorIds = mentioned.map((member) => member.actor_id)
  tx.record('comment.mentioned', { cardId: comment.card_id, commentId: comment.id, mentionedActorIds }, { cardId: comment.card_id })
  await callAgents(tx, comment, mentioned)
}
