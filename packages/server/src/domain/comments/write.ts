import { type AgentCall, refusal, type WrittenComment } from '@tandem/contract'
import { parameter } from '../../db/parameters.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import type { CommentRow } from '../../db/tables/cards/comments.ts'
import { comments } from '../../db/tables/cards/comments.ts'
import { insertInto, pick, update, writeRows } from '../../db/writes.ts'
import { atLeast, notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { type MentionedMember, mentionedIn } from '../mentions.ts'
import { liveSessionOf } from '../sessions/open.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { type Barred, barredFrom, callAgents } from './call-agents.ts'
import { commentOnWire } from './record.ts'

/** Writing comments. Specification: service §4 and §6, decisions §3 and §4. */
const insertComment = insertInto(comments, ['boardId', 'id', 'cardId', 'actorId', 'body', 'sessionId', 'createdAt'])
const editComment = update(comments, { key: ['boardId', 'id'], set: ['body', 'editedAt'] })
const eraseComment = update(comments, { key: ['boardId', 'id'], set: ['body', 'deletedAt'] })
const countComments = writeRows(
  { ...pick(cards, ['boardId', 'id', 'updatedAt']), more: parameter<number>('int') },
  (rows) => `update cards c set comment_count = c.comment_count + rows.more, updated_at = rows.updated_at
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
)

export const addComment: HandlerOf<'comment.create'> = (tx, input) => writeComment(tx, input, input.body)

type Writing = Parameters<HandlerOf<'comment.create'>>

/**
 * `mentioning` is the text whose mentions count: a rule inserts names and titles by others into its text, and mentions in those do not
 * count.
 */
export async function writeComment(tx: Writing[0], input: Writing[1], mentioning: string): Promise<WrittenComment> {
  const { target: card, principal } = tx
  const own = principal.kind === 'agent' ? await liveSessionOf(tx, card.id, principal.actorId) : undefined
  const mentioned = await othersMentioned(tx, mentioning, '')
  const barred = await barredFrom(tx, card.id, mentioned)
  const row: CommentRow = {
    boardId: tx.board.id,
    id: tx.newId(),
    cardId: card.id,
    actorId: principal.actorId,
    body: input.body,
    sessionId: own?.id ?? null,
    createdAt: tx.now,
    editedAt: null,
    deletedAt: null,
    imported: null,
  }
  tx.send(insertComment(row))
  tx.send(countComments({ boardId: tx.board.id, id: card.id, updatedAt: tx.now, more: 1 }))
  const notify = [
    mentionNotice(mentioned, barred, row.body),
    { actorIds: [...card.assigneeIds, card.createdBy], reason: 'commented' as const, excerpt: row.body },
  ]
  tx.record('comment.added', { commentId: row.id, body: row.body }, { cardId: card.id, notify, ...watcherNotices(card, row.body) })
  return withCalls(row, await notifyMentioned(tx, row, mentioned, barred))
}

export const editOwnComment: HandlerOf<'comment.update'> = async (tx, input) => {
  const before = current(tx.target)
  if (before.actorId !== tx.principal.actorId) throw refusal('commentOfOther')
  refuseChangedTexts({ body: before.body }, { body: input.ifBody })
  if (before.body === input.body) return commentOnWire(before)
  const mentioned = await othersMentioned(tx, input.body, before.body)
  const barred = await barredFrom(tx, before.cardId, mentioned)
  const row = { ...before, body: input.body, editedAt: tx.now }
  tx.send(editComment(row))
  tx.record(
    'comment.edited',
    { commentId: row.id, body: row.body, previous: { body: before.body } },
    { cardId: row.cardId, notify: [mentionNotice(mentioned, barred, row.body)] },
  )
  return withCalls(row, await notifyMentioned(tx, row, mentioned, barred))
}

export const deleteComment: HandlerOf<'comment.delete'> = async (tx) => {
  const comment = current(tx.target)
  if (comment.actorId !== tx.principal.actorId && !atLeast(tx.role, 'admin')) {
    throw refusal('commentDelete')
  }
  tx.send(eraseComment({ boardId: tx.board.id, id: comment.id, body: '', deletedAt: tx.now }))
  tx.send(countComments({ boardId: tx.board.id, id: comment.cardId, updatedAt: tx.now, more: -1 }))
  tx.record('comment.deleted', { cardId: comment.cardId, commentId: comment.id }, { cardId: comment.cardId })
  return null
}

function current(comment: CommentRow): CommentRow {
  if (comment.deletedAt !== null) throw notFound('comment')
  return comment
}

/** A mention never calls the author. */
async function othersMentioned(tx: Mutation<never>, text: string, before: string): Promise<MentionedMember[]> {
  return (await mentionedIn(tx, text, before)).filter((member) => member.actorId !== tx.principal.actorId)
}

/** An agent that the author may not have start does not get the text either. */
const mentionNotice = (mentioned: MentionedMember[], barred: Barred, excerpt: string) => ({
  actorIds: mentioned.map((member) => member.actorId).filter((id) => !barred.has(id)),
  reason: 'mentioned' as const,
  excerpt,
})

async function notifyMentioned(
  tx: Mutation<'comment.mentioned' | 'agent_session.created' | 'agent_session.log'>,
  comment: CommentRow,
  mentioned: MentionedMember[],
  barred: Barred,
): Promise<AgentCall[]> {
  if (mentioned.length === 0) return []
  const mentionedActorIds = mentioned.map((member) => member.actorId)
  tx.record('comment.mentioned', { cardId: comment.cardId, commentId: comment.id, mentionedActorIds }, { cardId: comment.cardId })
  return callAgents(tx, comment, mentioned, barred)
}

const withCalls = (row: CommentRow, calls: AgentCall[]): WrittenComment => ({ ...commentOnWire(row), ...(calls.length > 0 && { calls }) })
