import type { Context } from '@tandem/plugin-kit'
import { z } from 'zod'
import { buttonOf } from './button.ts'
import { context as aside, nameOf, type SeenCard, section } from './card.ts'
import type { Block, Message } from './slack.ts'
import { escaped, linked, quotedForSlack, short } from './text.ts'

/**
 * The known questions of a session. An answer names no question; but the ids of a session's events ascend, and one question is open at a
 * time, so the answer to a question is the first after it, even if the two arrive in another order.
 */
export const asked = z.object({
  eventId: z.string(),
  agentActorId: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  kind: z.string().optional(),
  expiresAt: z.string().optional(),
  defaultOption: z.string().optional(),
  /** Several questions that are answered together, which buttons cannot do. */
  questions: z.array(z.unknown()).optional(),
})
const given = z.object({
  eventId: z.string(),
  answer: z.string(),
  byActorId: z.string(),
  note: z.string().optional(),
  byDefault: z.boolean().optional(),
})
const dialogue = z.object({ questions: z.array(asked), answers: z.array(given), endedBy: z.string().nullable() })
type Dialogue = z.infer<typeof dialogue>
type Asked = z.infer<typeof asked>

const mostRemembered = 20

export function dialogueOf(sessionId: string, { store }: Context): Dialogue {
  return dialogue.safeParse(store.get(`dialogue ${sessionId}`)).data ?? { questions: [], answers: [], endedBy: null }
}

/** Returns what is known with the news in it; the same twice counts once. */
export async function learn(
  sessionId: string,
  news: { question?: Asked; answer?: z.infer<typeof given>; endedBy?: string },
  context: Context,
): Promise<Dialogue> {
  const before = dialogueOf(sessionId, context)
  const after = {
    questions: merged(before.questions, news.question),
    answers: merged(before.answers, news.answer),
    endedBy: news.endedBy ?? before.endedBy,
  }
  await context.store.set(`dialogue ${sessionId}`, after)
  return after
}

function merged<T extends { eventId: string }>(known: readonly T[], news: T | undefined): T[] {
  if (!news) return [...known]
  const others = known.filter(({ eventId }) => eventId !== news.eventId)
  return [...others, news].toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1)).slice(-mostRemembered)
}

/** The question to which an answer belongs: the last before it. */
export const questionBefore = (eventId: string, { questions }: Dialogue): Asked | undefined =>
  questions.findLast((question) => question.eventId < eventId)

const answerTo = (question: Asked, { answers, questions }: Dialogue) => {
  const next = questions.find(({ eventId }) => eventId > question.eventId)
  return answers.find(({ eventId }) => eventId > question.eventId && (!next || eventId < next.eventId))
}

/** With a button for each option while it is open; then with the answer and its author. */
export function questionMessage(question: Asked, sessionId: string, known: Dialogue, seen: SeenCard, context: Context): Message {
  const { card } = seen
  const agent = escaped(nameOf(question.agentActorId, seen), 100)
  const head = `❓ *${agent}* asks on *${linked(context.install.cardUrl(card.key), card.key)}*`
  const blocks = [section(head), section(quotedForSlack(question.question))]
  const answer = answerTo(question, known)
  if (answer) {
    const who = answer.byDefault
      ? '⏱ No answer by the deadline. Default used'
      : `✅ *${escaped(nameOf(answer.byActorId, seen), 100)}* answered`
    const note = answer.note === undefined ? '' : `\n${escaped(answer.note, 1_000)}`
    const line = `${who}: ${escaped(answer.answer, 1_000)}${note}`
    return { text: `${agent} asked: ${escaped(question.question, 200)} — answered`, blocks: [...blocks, section(line)] }
  }
  const text = `${agent} asks on ${card.key}: ${escaped(question.question, 1_000)}`
  if (known.endedBy !== null || isReplaced(question, known))
    return { text, blocks: [...blocks, aside('The session continued without an answer to this.')] }
  return {
    text,
    blocks: [...blocks, ...deadline(question), ...choices(question, sessionId, context), ...elsewhere(card.key, question, context)],
    isBroadcast: true,
  }
}

const isReplaced = (question: Asked, { questions }: Dialogue): boolean => questions.some(({ eventId }) => eventId > question.eventId)

/** Slack's limits: elements in a block, characters on a button. https://docs.slack.dev/reference/block-kit/block-elements/button-element */
const [mostButtons, longestLabel] = [25, 75]

function deadline({ expiresAt, defaultOption }: Asked): Block[] {
  if (expiresAt === undefined) return []
  // Slack shows the time where the reader is.
  const at = `<!date^${Math.floor(Date.parse(expiresAt) / 1_000)}^{date_short_pretty} {time}|${expiresAt}>`
  return [
    aside(
      defaultOption === undefined
        ? `Answer due by ${at}.`
        : `If no one answers by ${at}, this answer is used: ${escaped(defaultOption, 300)}`,
    ),
  ]
}

const approvals: Record<string, string> = { approve: 'Approve', deny: 'Deny' }

function choices({ eventId, options, kind }: Asked, sessionId: string, { install }: Context): Block[] {
  if (options.length === 0) return []
  const elements = options.slice(0, mostButtons).map((answer, at) => ({
    type: 'button',
    action_id: `${buttonOf.action}:${at}`,
    text: { type: 'plain_text', text: short((kind === 'approval' && approvals[answer]) || answer, longestLabel), emoji: false },
    value: buttonOf.value({ integrationId: install.integrationId, sessionId, questionEventId: eventId, answer }),
  }))
  return [{ type: 'actions', block_id: `question ${eventId}`, elements }]
}

function elsewhere(key: string, { kind, questions }: Asked, { install }: Context): Block[] {
  const card = linked(install.cardUrl(key), 'on the card')
  if (questions) return [aside(`Answer all of them together ${card}.`)]
  if (kind === 'approval') return [aside(`To add a note, answer ${card}.`)]
  return kind === 'choice' ? [] : [aside(`To answer in your own words, answer ${card}.`)]
}
