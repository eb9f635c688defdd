import { randomBytes } from 'node:crypto'

/**
 * The task on a card for the agent under test: in words that a model follows, and in a line that a script parses. docs/conformance-kit.md
 * describes them.
 */
export type Order = { do: 'finish' | 'ask' | 'comment' | 'work' | 'reply' | 'lapse'; word?: string; seconds?: number }

const words: Readonly<Record<Order['do'], (order: Order) => string>> = {
  finish: ({ word }) => `Complete your session. Put the word ${word} into the summary. Do nothing else.`,
  ask: () => 'Ask a person in your session for a word, and wait for the answer. Then complete your session, with that word in the summary.',
  comment: ({ word }) => `Write one comment with the word ${word} on this card. Then complete your session.`,
  work: () => 'Report progress every few seconds until a person asks you to stop. Then end your session at once.',
  reply: ({ word }) => `Answer with one comment that contains the word ${word}. Then complete your session.`,
  lapse: ({ word, seconds }) =>
    `Claim this card with a lease of 60 seconds. Write nothing and send no heartbeat for ${seconds} seconds. Then report progress under the generation of that claim: it is refused, because the lease has expired. Leave the session to the next claim. In a session of generation 2 or above do none of this: write one comment with the word ${word} on this card, and complete your session.`,
}

export const orderText = (order: Order): string => `${words[order.do](order)}\n\nconformance: ${JSON.stringify(order)}`

/** A word that no agent would use by chance. */
export const newWord = (): string => `amber-${randomBytes(3).toString('hex')}`
