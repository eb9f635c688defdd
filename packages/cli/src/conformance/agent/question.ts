import { newWord } from './orders.ts'
import type { Stage } from './stage.ts'
import { becomes, completes, pause, read, unlessOver } from './watch.ts'

/** Waits for a question, acts meanwhile, answers late with a word, and waits for an end that contains it. Throws Mistake. */
export async function asksAndUses(stage: Stage, sessionId: string, meanwhile: () => Promise<void>): Promise<void> {
  await becomes(stage, sessionId, { what: 'a question', fits: ({ question }) => question !== null })
  await meanwhile()
  await pause(stage)
  const word = newWord()
  await answer(stage, sessionId, word)
  await completes(stage, sessionId, word)
}

/** Throws Mistake if no question is open any more. */
export async function answer(stage: Stage, sessionId: string, text: string): Promise<void> {
  const { question } = await read(stage, sessionId)
  const act = () => stage.client.call('session.answer', { sessionId, answer: text, questionEventId: question?.eventId })
  await unlessOver(stage, sessionId, { what: 'the session waits for the answer', act })
}
