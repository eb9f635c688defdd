import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../../../../packages/server/test/kit/service.ts'

/** One question that waits, and the words by which surfaces know it. */
export type Question = { text: string; eventId: string; sessionId: string; cardKey: string; options: readonly string[] }
/** How it ended. */
export type End = { name: string; answer: string }

/** People who answer in one way. Each has an option of their own to give. */
export type Surface = {
  name: string
  /** About how long their answer is on its way. */
  leadMs: number
  people: readonly Person[]
  /** Resolves when each has the question in front of them. */
  ready(question: Question): Promise<void>
  /** One of them answers; resolves to whether that was taken. */
  answer(question: Question, person: number, option: string): Promise<boolean>
  /** Resolves when each knows how it ended. `taken` says for each whether it was their answer. */
  told(question: Question, end: End, taken: readonly boolean[]): Promise<void>
}

/** Sends a call again as a client does when a busy service asks for that. */
export async function untilFree<Answer extends { body: any }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    const { code, reason } = answer.body?.error ?? {}
    if (code !== 'unavailable' && reason !== 'busy') return answer
    await pause(1_000)
  }
}

/** The message that refuses a late answer, the same on each surface. */
export const refusalOf = ({ name, answer }: End): string => `${name} was first and answered: ${answer}`
