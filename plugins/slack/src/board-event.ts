import type { BoardActivity, Context } from '@tandem/plugin-kit'
import { z } from 'zod'
import { context as aside, nameOf, section, seeCard } from './card.ts'
import { postAnswer, postEnd, postQuestion, postSession } from './post-session.ts'
import { shownAt } from './show.ts'
import type { Slack } from './slack.ts'
import { escaped, quotedForSlack } from './text.ts'
import { cardKey, inChannels, type PostContext, showCard, showInThread } from './thread.ts'

/**
 * Posts activities of the board to channels: a card is one message, its activities are in the thread of that message, and each of them
 * once, updated in place. A message shows the current state, so events that come late or repeatedly change nothing. Specification:
 * decisions §5.
 */
export async function postBoardEvent(activity: BoardActivity, context: Context, slack: Slack): Promise<void> {
  const poster = Object.hasOwn(posters, activity.verb) ? posters[activity.verb] : undefined
  if (!poster || activity.cardId === null) return
  const seen = await seeCard(activity.cardId, context)
  if (seen) await poster({ activity, seen, context, slack })
}

type Poster = (post: PostContext) => Promise<void>

const posters: Readonly<Record<string, Poster>> = {
  'card.created': postCard,
  'card.updated': postChange,
  'card.moved': postCard,
  'card.archived': postCard,
  'card.unarchived': postCard,
  'card.assigned': postCard,
  'card.unassigned': postCard,
  'card.delegated': postCard,
  'card.undelegated': postCard,
  'card.blocked': postCard,
  'card.unblocked': postCard,
  'card.priority_changed': postCard,
  'comment.added': postComment,
  'comment.edited': postComment,
  'comment.deleted': postComment,
  'agent_session.created': postSession,
  'agent_session.updated': postSession,
  'agent_session.progress': postSession,
  'agent_session.question': postQuestion,
  'agent_session.answered': postAnswer,
  'agent_session.completed': postEnd,
  'agent_session.failed': postEnd,
}

async function postCard(post: PostContext): Promise<void> {
  await inChannels(post, cardKey(post.seen.card.id), (channelId) => showCard(channelId, post))
}

const completion = z.looseObject({ completedAt: z.string().nullable() })

async function postChange(post: PostContext): Promise<void> {
  const { activity, seen } = post
  const completed = completion.safeParse(activity.payload).data
  if (!completed) return postCard(post)
  const name = escaped(nameOf(activity.actorId, seen), 100)
  const text = completed.completedAt === null ? `↩️ *${name}* reopened this.` : `✅ *${name}* completed this.`
  const message = { text, blocks: [section(text)] }
  await postCard(post)
  const key = `completion ${activity.id}`
  await inChannels(post, key, (channelId) => showInThread(channelId, key, message, post))
}

const comment = z.looseObject({ commentId: z.string(), body: z.string().optional(), imported: z.unknown().optional() })

async function postComment(post: PostContext): Promise<void> {
  const { activity, seen, context } = post
  const { commentId, body, imported } = comment.parse(activity.payload)
  if (imported !== undefined) return
  const now = seen.card.comments.find(({ id }) => id === commentId)
  const key = `comment ${commentId}`
  const isDeleted = activity.verb === 'comment.deleted' || (now !== undefined && now.deletedAt !== null)
  const author = escaped(nameOf(now?.actorId ?? activity.actorId, seen), 100)
  const written = now?.body ?? body ?? ''
  const message = isDeleted
    ? { text: 'A comment was deleted.', blocks: [aside('This comment was deleted.')] }
    : { text: `${author}: ${escaped(written, 500)}`, blocks: [section(`💬 *${author}*`), section(quotedForSlack(written))] }
  await inChannels(post, key, async (channelId) => {
    // A comment deleted before it was posted is not posted.
    if (!isDeleted || shownAt(channelId, key, context) !== null) await showInThread(channelId, key, message, post)
  })
}
