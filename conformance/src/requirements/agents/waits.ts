import type { RequirementTable } from '../../requirement-table.ts'

/** Waits between actors. Beyond.md §4. */
export const waits = {
  'waits.questions': {
    source: 'beyond §4',
    rule: 'GET /api/waits has the open questions of every board that the caller can read, the oldest first: card, agent, tier of the ladder, and up to 200 people who were asked. With boardId those of one board.',
  },
  'waits.agents': {
    source: 'beyond §4',
    rule: 'It has each queued session that may begin, and each at work that was answered or asked to stop, whose agent has used no token since, with lastSeenAt, whatever else people do in it meanwhile.',
  },
  'waits.cards': {
    source: 'beyond §4',
    rule: 'It has each open blocked card with up to 20 open cards that block it, their keys and live sessions; how many more block it, unseen by the caller or beyond 20, is moreBlockers. cycles names the cards that block each other in a circle, where all of them are among the cards of the answer: a circle over two boards is named where neither is asked for alone.',
  },
  'waits.visible': {
    source: 'beyond §4',
    rule: 'Nothing of a board that the caller cannot read is told: an unknown or unreadable boardId gets 404, one outside the leash of the token 403. Without sessions:read there are cards alone, without their sessions.',
  },
  'waits.limit': {
    source: 'beyond §4',
    rule: 'Each list has at most limit rows, 50 when absent and 200 at most; cutAtLimit names the lists that have more. A question is cut at 400 characters, and 2,000 live sessions are shown on blocked cards and their blockers.',
  },
} satisfies RequirementTable
