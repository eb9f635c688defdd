import type { BoardActivity, Context } from '@tandem/plugin-kit'
import { z } from 'zod'
import { context as aside, nameOf, section, seeCard } from './card.ts'
import { shownAt } from './show.ts'
import type { Slack } from './slack.ts'
import { tellAnswer, tellEnd, tellQuestion, tellSession } from './tell-session.ts'
import { escaped, quotedForSlack } from './text.ts'
import { cardKey, inChannels, showCard, showInThread, type Telling } from './thread.ts'

/**
 * Tells channels what happened on the board: a card is one message, what is said and done about it stands in its thread, and each thing
 * once, in place. What is shown is how things stand now, so events that come late or again change nothing. Specification: decisions §5.
 */
export async function tellBoardEvent(activity: BoardActivity, context: Context, slack: Slack): Promise<void> {
  const tell = Object.hasOwn(tellers, activity.verb) ? tellers[activity.verb] : undefined
  if (!tell || activity.cardId === null) return
  const seen = await seeCard(activity.cardId, context)
  if (seen) await tell({ activity, seen, context, slack })
}

type Teller = (telling: Telling) => Promise<void>

const tellers: Readonly<Record<string, Teller>> = {
  'card.created': tellCard,
  'card.updated': tellChange,
  'card.moved': tellCard,
  'card.archived': tellCard,
  'card.unarchived': tellCard,
  'card.assigned': tellCard,
  'card.unassigned': tellCard,
  'card.delegated': tellCard,
  'card.undelegated': tellCard,
  'card.priority_changed': tellCard,
  'comment.added': tellComment,
  'comment.edited': tellComment,
  'comment.deleted': tellComment,
  'agent_session.created': tellSession,
  'agent_session.updated': tellSession,
  'agent_session.progress': tellSession,
  'agent_session.question': tellQuestion,
  'agent_session.answered': tellAnswer,
  'agent_session.completed': tellEnd,
  'agent_session.failed': tellEnd,
}

async function tellCard(telling: Telling): Promise<void> {
  await inChannels(telling, cardKey(telling.seen.card.id), (channelId) => showCard(channelId, telling))
}

const completion = z.looseObject({ completedAt: z.string().nullable() })

async function tellChange(telling: Telling): Promise<void> {
  const { activity, seen } = telling
  const completed = completion.safeParse(activity.payload).data
  if (!completed) return tellCard(telling)
  const name = escaped(nameOf(activity.actorId, seen), 100)
  const text = completed.completedAt === null ? `↩️ *${name}* reopened this.` : `✅ *${name}* completed this.`
  const message = { text, blocks: [section(text)] }
  await tellCard(telling)
  const key = `completion ${activity.id}`
  await inChannels(telling, key, (channelId) => showInThread(channelId, key, message, telling))
}

const comment = z.looseObject({ commentId: z.string(), body: z.string().optional(), imported: z.unknown().optional() })

async function tellComment(telling: Telling): Promise<void> {
  const { activity, seen, context } = telling
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
  await inChannels(telling, key, async (channelId) => {
    // What was deleted before it was told is not told.
    if (!isDeleted || shownAt(channelId, key, context) !== null) await showInThread(channelId, key, message, telling)
  })
}
