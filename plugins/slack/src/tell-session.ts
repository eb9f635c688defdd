import { z } from 'zod'
import { asked, dialogueOf, learn, questionBefore, questionMessage } from './question.ts'
import { learnOfSession, sessionMessage } from './session.ts'
import { inChannels, type Place, showInThread, type Telling, whereShown } from './thread.ts'

/** Sessions and their questions, each as one message in the thread of the card. */
const ofSession = z.looseObject({ sessionId: z.string() })
const question = z.looseObject({ ...asked.shape, sessionId: z.string() })
const answer = z.looseObject({ sessionId: z.string(), eventId: z.string(), answer: z.string(), answeredByActorId: z.string() })

export async function tellSession(telling: Telling): Promise<void> {
  const { activity, seen, context } = telling
  const { sessionId, ...said } = ofSession.parse(activity.payload)
  const message = sessionMessage(await learnOfSession(sessionId, activity.id, said, context), seen)
  await inChannels(telling, `session ${sessionId}`, (channelId) => showInThread(channelId, `session ${sessionId}`, message, telling))
}

export async function tellQuestion(telling: Telling): Promise<void> {
  const { sessionId, ...given } = question.parse(telling.activity.payload)
  const { eventId } = given
  await learn(sessionId, { question: asked.parse({ ...given, question: given.question.slice(0, 3_000) }) }, telling.context)
  await tellSession(telling)
  await inChannels(telling, `question ${eventId}`, (channelId) => showQuestion(channelId, sessionId, eventId, telling))
}

export async function tellAnswer(telling: Telling): Promise<void> {
  const { sessionId, eventId, answer: text, answeredByActorId } = answer.parse(telling.activity.payload)
  await learnAnswer({ sessionId, eventId, answer: text, byActorId: answeredByActorId }, telling)
}

export async function tellEnd(telling: Telling): Promise<void> {
  const { sessionId } = ofSession.parse(telling.activity.payload)
  const { questions } = await learn(sessionId, { endedBy: telling.activity.id }, telling.context)
  await refreshQuestion(sessionId, questions.at(-1)?.eventId, telling)
  await tellSession(telling)
}

export type GivenAnswer = { sessionId: string; eventId: string; answer: string; byActorId: string }

/** Shows who answered, in each channel that shows the question, and that the agent continues. */
export async function learnAnswer({ sessionId, ...given }: GivenAnswer, telling: Place): Promise<void> {
  const { context, seen } = telling
  const known = await learn(sessionId, { answer: { ...given, answer: given.answer.slice(0, 1_000) } }, context)
  await refreshQuestion(sessionId, questionBefore(given.eventId, known)?.eventId, telling)
  const key = `session ${sessionId}`
  const message = sessionMessage(await learnOfSession(sessionId, given.eventId, { state: 'working' }, context), seen)
  await whereShown(key, telling, (channelId) => showInThread(channelId, key, message, telling))
}

async function refreshQuestion(sessionId: string, eventId: string | undefined, telling: Place): Promise<void> {
  if (eventId === undefined) return
  await whereShown(`question ${eventId}`, telling, (channelId) => showQuestion(channelId, sessionId, eventId, telling))
}

async function showQuestion(channelId: string, sessionId: string, eventId: string, telling: Place): Promise<void> {
  const known = dialogueOf(sessionId, telling.context)
  const found = known.questions.find((one) => one.eventId === eventId)
  if (found)
    await showInThread(channelId, `question ${eventId}`, questionMessage(found, sessionId, known, telling.seen, telling.context), telling)
}
