import { type AgentCall, type AuthorRole, refusal, type WrittenComment } from '@tandem/contract'
import { parameter } from '../../db/parameters.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import type { CommentFaceRow, CommentRow } from '../../db/tables/cards/comments.ts'
import { comments } from '../../db/tables/cards/comments.ts'
import { reactions } from '../../db/tables/cards/reactions.ts'
import { deleteFrom, insertInto, ofOneCard, pick, update, writeRows } from '../../db/writes.ts'
import { atLeast, notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { authorRoleIn, authorToTell } from '../authors.ts'
import { type MentionedMember, mentionedIn } from '../mentions.ts'
import { type Barred, barredFrom } from '../sessions/holds/barred.ts'
import { liveSessionOf } from '../sessions/open.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { type CallPlan, callAgents, planCalls } from './call-agents.ts'
import { authorOf, commentOnWire } from './record.ts'

/** Writing comments. Specification: service §4 and §6, decisions §3 and §4. */
const insertComment = ofOneCard(
  insertInto(comments, ['boardId', 'id', 'cardId', 'actorId', 'body', 'sessionId', 'createdAt', 'authorRole']),
  'cardId',
)
const editComment = update(comments, { key: ['boardId', 'id'], set: ['body', 'editedAt', 'authorRole'] })
/** Reactions belong to the text that is deleted. */
const dropReactions = deleteFrom(reactions, { key: ['commentId'] })
const bringBack = update(comments, { key: ['boardId', 'id'], set: ['body', 'deletedAt', 'authorRole'] })
const eraseComment = update(comments, { key: ['boardId', 'id'], set: ['body', 'deletedAt'] })
const countComments = ofOneCard(
  writeRows(
    { ...pick(cards, ['boardId', 'id', 'updatedAt']), more: parameter<number>('int') },
    (rows) => `update cards c set comment_count = c.comment_count + rows.more, updated_at = rows.updated_at
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
  ),
  'id',
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
  // A rule's mentions come from its template, which a member wrote.
  const isOutside = input.external === true && mentioning === input.body
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
    authorRole: authorRoleIn(tx, input.external),
  }
  tx.send(insertComment(row))
  tx.send(countComments({ boardId: tx.board.id, id: card.id, updatedAt: tx.now, more: 1 }))
  const plan = await planCalls(tx, { comment: row, isOutside, barred }, mentioned)
  // A text from outside lies in no inbox of an agent, unless the template of a rule mentions that agent.
  const said = { excerpt: row.body, peopleOnly: row.authorRole === 'external' }
  const notify = [
    ...mentionNotices(row, isOutside ? peopleIn(mentioned) : mentioned, { barred, plan }),
    { actorIds: [...card.assigneeIds, card.createdBy], reason: 'commented' as const, ...said },
  ]
  tx.record(
    'comment.added',
    { commentId: row.id, body: row.body, ...authorToTell(authorOf(row)) },
    { cardId: card.id, notify, ...watcherNotices(card, said.excerpt, said.peopleOnly) },
  )
  return withCalls(row, await callMentioned(tx, row, mentioned, plan))
}

export const editOwnComment: HandlerOf<'comment.update'> = async (tx, input) => {
  const before = current(tx.target)
  if (before.actorId !== tx.principal.actorId) throw refusal('commentOfOther', {}, { details: { cardId: before.cardId } })
  refuseChangedTexts({ body: before.body }, { body: input.ifBody })
  const authorRole = authorRoleIn(tx, input.external)
  if (before.body === input.body && (before.authorRole ?? authorRole) === authorRole) return commentOnWire(before)
  const mentioned = await othersMentioned(tx, input.body, before.body)
  const barred = await barredFrom(tx, before.cardId, mentioned)
  const isOutside = authorRole === 'external'
  const row = { ...before, body: input.body, editedAt: tx.now, authorRole }
  tx.send(editComment(row))
  const plan = await planCalls(tx, { comment: row, isOutside, barred }, mentioned)
  tx.record(
    'comment.edited',
    { commentId: row.id, body: row.body, ...authorToTell(authorOf(row)), previous: previousOf(before, row) },
    { cardId: row.cardId, notify: mentionNotices(row, isOutside ? peopleIn(mentioned) : mentioned, { barred, plan }) },
  )
  return withCalls(row, await callMentioned(tx, row, mentioned, plan))
}

/** The previous text, for an undo; with its author where a text from outside replaced one of a member, or the reverse. */
const previousOf = (before: CommentRow & Partial<CommentFaceRow>, after: CommentRow) => ({
  body: before.body,
  ...(before.authorRole !== after.authorRole && { author: authorOf(before) }),
})

export const deleteComment: HandlerOf<'comment.delete'> = async (tx) => {
  const comment = current(tx.target)
  if (comment.actorId !== tx.principal.actorId && !atLeast(tx.role, 'admin')) {
    throw refusal('commentDelete')
  }
  erase(tx, comment)
  return null
}

/** The caller checks who may delete the comment. */
export function erase(tx: Mutation<'comment.deleted'>, comment: Pick<CommentRow, 'id' | 'cardId'>): void {
  tx.send(eraseComment({ boardId: tx.board.id, id: comment.id, body: '', deletedAt: tx.now }))
  tx.send(dropReactions({ commentId: comment.id }))
  tx.send(countComments({ boardId: tx.board.id, id: comment.cardId, updatedAt: tx.now, more: -1 }))
  tx.record('comment.deleted', { cardId: comment.cardId, commentId: comment.id }, { cardId: comment.cardId })
}

/** Gives a comment a text that it has had: one that was deleted is there again, by its author. Calls no agent. */
export function putBack(
  tx: Mutation<'comment.added' | 'comment.edited'>,
  before: CommentRow,
  { body, role }: { body: string; role: AuthorRole | null },
): void {
  const comment = { ...before, authorRole: role }
  const { id, cardId, deletedAt } = comment
  if (deletedAt === null) {
    tx.send(editComment({ boardId: tx.board.id, id, body, editedAt: tx.now, authorRole: role }))
    tx.record(
      'comment.edited',
      { commentId: id, body, ...authorToTell(authorOf(comment)), previous: previousOf(before, comment) },
      { cardId },
    )
    return
  }
  tx.send(bringBack({ boardId: tx.board.id, id, body, deletedAt: null, authorRole: role }))
  tx.send(countComments({ boardId: tx.board.id, id: cardId, updatedAt: tx.now, more: 1 }))
  tx.record('comment.added', { commentId: id, body, ...authorToTell(authorOf(comment)) }, { cardId })
}

export function current<Row extends CommentRow>(comment: Row): Row {
  if (comment.deletedAt !== null) throw notFound('comment')
  return comment
}

/** A mention never calls the author. */
async function othersMentioned(tx: Mutation<never>, text: string, before: string): Promise<MentionedMember[]> {
  return (await mentionedIn(tx, text, before)).filter((member) => member.actorId !== tx.principal.actorId)
}

/** A text from outside reaches no agent. */
const peopleIn = (mentioned: MentionedMember[]): MentionedMember[] => mentioned.filter(({ kind }) => kind === 'human')

type Called = { barred: Barred; plan: CallPlan | null }

/**
 * An agent that the author may not have start does not get the text either. One that the mention does not start is told so: it would
 * otherwise wait for a session.
 */
function mentionNotices({ body }: CommentRow, mentioned: MentionedMember[], { barred, plan }: Called): Notice[] {
  const why = new Map(plan?.agents.map(({ agent, left }) => [agent.actorId, left?.because]))
  return mentioned
    .filter(({ actorId }) => !barred.has(actorId))
    .map(({ actorId }) => ({ actorIds: [actorId], reason: 'mentioned', excerpt: body, because: why.get(actorId) }))
}

async function callMentioned(
  tx: Mutation<'comment.mentioned' | 'agent_session.created' | 'agent_session.log'>,
  comment: CommentRow,
  mentioned: MentionedMember[],
  plan: CallPlan | null,
): Promise<AgentCall[]> {
  if (mentioned.length === 0) return []
  const mentionedActorIds = mentioned.map((member) => member.actorId)
  tx.record('comment.mentioned', { cardId: comment.cardId, commentId: comment.id, mentionedActorIds }, { cardId: comment.cardId })
  return plan ? callAgents(tx, comment, plan) : []
}

const withCalls = (row: CommentRow, calls: AgentCall[]): WrittenComment => ({ ...commentOnWire(row), ...(calls.length > 0 && { calls }) })
