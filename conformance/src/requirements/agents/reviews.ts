import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §8: people review the work of agents. */
export const reviews = {
  'list.acceptance': {
    source: 'beyond §8',
    rule: 'A list has acceptance none or required, given when it is made or by PATCH /api/lists/:id as its limit is; list, tree and outline show it. An agent that takes it away gets 403. Copies, exports and imports keep it.',
  },
  'board.review-by-others': {
    source: 'beyond §8',
    rule: 'A board has reviewByOthers, false when it is made; admins who are people set it. Copies, exports and imports keep it.',
  },
  'review.waits': {
    source: 'beyond §8',
    rule: 'When an agent completes its session on an open card in a list with acceptance required, the card has review {state: waiting, since, sessionId, agentActorId} in the card, its summary and the tree, and the log has card.review_requested. A session that is completed later takes its place. No agent takes it from a queue. In another list, and on a card that is completed or archived, nothing waits.',
  },
  'review.kept': {
    source: 'beyond §8',
    rule: 'A card goes on waiting when it is moved within its board or its list asks for no review any more. It waits no more when a person completes it, or moves it to another board.',
  },
  'review.told': {
    source: 'beyond §8',
    rule: 'Work that waits notifies with reason review who is accountable for a question of that session, without who may not review it; the others are told of the end of the session, each person once. A verdict notifies the agent, who opened its session and the assignees with reason reviewed.',
  },
  'review.completed-at': {
    source: 'beyond §8',
    rule: 'In a list with acceptance required, and on a card that waits, an agent that sets completedAt gets 403 forbidden, which says that a person must review; so does the move to such a list with completedAt, and the move of a card that waits to another board. Nothing changes.',
  },
  'review.left-list': {
    source: 'beyond §8',
    rule: 'An agent, and a rule that an agent saved or set off, moves no open card from a list with acceptance required to one without, on its board or another: 403 forbidden, and nothing changes.',
  },
  'review.archived': {
    source: 'beyond §8',
    rule: 'An agent, and a rule that an agent saved or set off, archives no card that waits for review, and no list with one: 403 forbidden, and what the card blocks stays blocked.',
  },
  'review.completed-by-rule': {
    source: 'beyond §8',
    rule: 'A rule completes a card in such a list only where a person saved it and no agent set it off; otherwise the action fails with that refusal. On a board with reviewByOthers it completes no waiting card either whose work was asked for by who saved it or set it off.',
  },
  'review.verdict.accept': {
    source: 'beyond §8',
    rule: 'POST /api/cards/:id/review {verdict: accept, note} completes the card, which waits no more, and records card.reviewed.',
  },
  'review.verdict.send-back': {
    source: 'beyond §8',
    rule: 'send_back needs a note (400), opens a queued session of the same agent with the note as context.summary, and records card.reviewed with it; the card waits no more. The agent reads the note in the news of that session.',
  },
  'review.verdict.who': {
    source: 'beyond §8',
    rule: 'People with role member or above review; a viewer and any agent get 403, an outsider 404. On a board with reviewByOthers, who asked for the work gets 403, for a verdict, for completing the card while it waits, and for moving it to another board; work that was sent back still counts as asked for by them, and who sent it back may review it.',
  },
  'review.verdict.once': {
    source: 'beyond §8',
    rule: 'Of several verdicts the first one counts: a later one gets 409 conflict, which names who accepted, sent back or completed. A verdict on another session than the one that waits, on an archived card or where nothing waits gets 409. Repeated with its clientMutationId it is applied once.',
  },
  'mcp.review': {
    source: 'beyond §8',
    rule: 'Tools show review on a card, and the note of work that was sent back as asksFor of the session and in its news. No tool gives a verdict; an agent that completes the card is refused as by REST.',
  },
  'review.verdict.agent': {
    source: 'beyond §8',
    rule: 'send_back to an agent that has left the board, takes no work or has a live session on the card gets 409, to one that the caller may not have start 403, and nothing changes. To a paused one it opens a session that stays queued.',
  },
} as const satisfies RequirementTable
