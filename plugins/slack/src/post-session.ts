import { z } from 'zod'
import { asked, dialogueOf, learn, questionBefore, questionMessage } from './question.ts'
import { learnOfSession, sessionMessage } from './session.ts'
import { inChannels, type Place, type PostContext, showInThread, whereShown } from './thread.ts'

/** Sessions and their questions, each as one message in the thread of the card. */
const ofSession = z.looseObject({ sessionId: z.string() })
const question = z.looseObject({ ...asked.shape, sessionId: z.string() })
const aboutAnswer = { note: z.string().optional(), byDefault: z.boolean().optional() }
const answer = z.looseObject({
  sessionId: z.string(),
  eventId: z.string(),
  answer: z.string(),
  answeredByActorId: z.string(),
  ...aboutAnswer,
})

export async function postSession(post: PostContext): Promise<void> {
  const { activity, seen, context } = post
  const { sessionId, ...said } = ofSession.parse(activity.payload)
  const message = sessionMessage(await learnOfSession(sessionId, activity.id, said, context), seen)
  await inChannels(post, `session ${sessionId}`, (channelId) => showInThread(channelId, `session ${sessionId}`, message, post))
}

export async function postQuestion(post: PostContext): Promise<void> {
  const { sessionId, ...given } = question.parse(post.activity.payload)
  const { eventId } = given
  await learn(sessionId, { question: asked.parse({ ...given, question: given.question.slice(0, 3_000) }) }, post.context)
  await postSession(post)
  await inChannels(post, `question ${eventId}`, (channelId) => showQuestion(channelId, sessionId, eventId, post))
}

export async function postAnswer(post: PostContext): Promise<void> {
  const { sessionId, eventId, answer: text, answeredByActorId, note, byDefault } = answer.parse(post.activity.payload)
  await learnAnswer({ sessionId, eventId, answer: text, byActorId: answeredByActorId, note, byDefault }, post)
}

export async function postEnd(post: PostContext): Promise<void> {
  const { sessionId } = ofSession.parse(post.activity.payload)
  const { questions } = await learn(sessionId, { endedBy: post.activity.id }, post.context)
  await refreshQuestion(sessionId, questions.at(-1)?.eventId, post)
  await postSession(post)
}

export type GivenAnswer = {
  sessionId: string
  eventId: string
  answer: string
  byActorId: string
  note?: string | undefined
  byDefault?: boolean | undefined
}

/** Shows who answered, in each channel that shows the question, and that the agent continues. */
export async function learnAnswer({ sessionId, ...given }: GivenAnswer, post: Place): Promise<void> {
  const { context, seen } = post
  const known = await learn(sessionId, { answer: { ...given, answer: given.answer.slice(0, 1_000) } }, context)
  await refreshQuestion(sessionId, questionBefore(given.eventId, known)?.eventId, post)
  const key = `session ${sessionId}`
  const message = sessionMessage(await learnOfSession(sessionId, given.eventId, { state: 'working' }, context), seen)
  await whereShown(key, post, (channelId) => showInThread(channelId, key, message, post))
}

async function refreshQuestion(sessionId: string, eventId: string | undefined, post: Place): Promise<void> {
  if (eventId === undefined) return
  await whereShown(`question ${eventId}`, post, (channelId) => showQuestion(channelId, sessionId, eventId, post))
}

async function showQuestion(channelId: string, sessionId: string, eventId: string, post: Place): Promise<void> {
  const known = dialogueOf(sessionId, post.context)
  const found = known.questions.find((one) => one.eventId === eventId)
  if (found) await showInThread(channelId, `question ${eventId}`, questionMessage(found, sessionId, known, post.seen, post.context), post)
}
