import { z } from 'zod'

/** The payload of a button: the question and the answer. Slack returns it unchanged, and only for messages of this app. */
const button = z.object({ i: z.string(), s: z.string(), q: z.string(), a: z.string() })

export type Button = { integrationId: string; sessionId: string; questionEventId: string; answer: string }

export const buttonOf = {
  /** The prefix of each `action_id`, which must be unique within a block. */
  action: 'answer',
  value: ({ integrationId, sessionId, questionEventId, answer }: Button): string =>
    JSON.stringify({ i: integrationId, s: sessionId, q: questionEventId, a: answer }),
}

/** Null for any other button. */
export function readButton(value: string): Button | null {
  if (!value.startsWith('{')) return null
  const { i: integrationId, s: sessionId, q: questionEventId, a: answer } = button.parse(JSON.parse(value))
  return { integrationId, sessionId, questionEventId, answer }
}
