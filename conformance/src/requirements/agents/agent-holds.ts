import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §4: a blocked card holds its sessions. */
export const agentHolds = {
  'hold.session.queued': {
    source: 'beyond §4',
    rule: 'A session of a blocked card, opened by a delegation, a mention or on request, stays queued: update to working and ask_human get 409 conflict, whose message names up to five of the open cards that block it, and change nothing. It can still fail. What worked before goes on.',
  },
  'hold.complete': {
    source: 'beyond §4',
    rule: 'complete of a queued session that may not begin, because its card is blocked, its board or agent is paused, a cap is full or the budget of the board is used up, gets the 409 of update to working and changes nothing; progress, log and fail are taken.',
  },
  'hold.session.shown': {
    source: 'beyond §4',
    rule: 'A queued session that is held has waitingFor: the keys of the open cards that block its card, wherever it is read; [] for every other session. A card on a board that the reader cannot see is counted in waitingForHidden, and its key is not shown. agent_session.created has the same, with the keys of its own board.',
  },
  'hold.session.released': {
    source: 'beyond §4',
    rule: 'A held session can begin once the last card that blocks its card is completed, archived or deleted with its board, or the relation is removed. While it is held it does not time out.',
  },
  'hold.session.start': {
    source: 'beyond §4',
    rule: 'POST /api/sessions/:id/start by a person with role member or above lets a held session begin: a log event {type: start_requested, byActorId}, agent_session.updated with startRequested, startRequestedAt and startRequestedBy. A viewer and agents get 403, an outsider 404; a session that is not held gets 409.',
  },
  'verb.card.blocked': {
    source: 'beyond §4',
    rule: 'A card that becomes blocked, by a relation, a blocker that is reopened, restored or brought back with its list or board, appends card.blocked to the log of its board, once: blockers has the keys of the cards of that board, blockersElsewhere counts the others. A further blocker appends nothing.',
  },
  'verb.card.unblocked': {
    source: 'beyond §4',
    rule: 'The last unblocking, by completing or archiving the blocker, alone or with its list or board, or by removing the relation, appends card.unblocked, once, in the transaction of what caused it, on whatever board the blocked card lies.',
  },
  'hold.archived-board': {
    source: 'beyond §4',
    rule: 'The cards of an archived board block none: archiving it frees what they alone blocked on other boards, and bringing it back blocks that again.',
  },
  'hold.unblocked.told': {
    source: 'beyond §4',
    rule: 'With card.unblocked the agent to which the open card is delegated, and agents with a held session there, get a notification with reason unblocked, unless they caused it. Each held session gets a log event {type: unblocked} and agent_session.updated with unblocked: what listens to sessions alone hears it.',
  },
  'hold.unblocked.all': {
    source: 'beyond §4',
    rule: 'However many cards are freed by one act, card.unblocked is recorded on each, and each of their held sessions and agents is told.',
  },
  'hold.at-work.news': {
    source: 'beyond §4',
    rule: 'An agent at work on a card that becomes blocked goes on, and reads it as news: card.blocked with the cards that block it.',
  },
  'rule.condition.blocked': {
    source: 'beyond §4',
    rule: 'A rule can be set off by card.blocked and card.unblocked, and has the condition blocked: true or false.',
  },
  'mcp.work.blocked': {
    source: 'beyond §4',
    rule: 'The line of a session that is held has waits: blocked in my_work, its session waitingFor, and its next call waits for work (claim_next with waitSeconds). The same call follows the refusal of a claim of that session, and session_write open where the session is held.',
  },
  'mcp.work.completes-blocker': {
    source: 'beyond §4',
    rule: 'A card that is delegated to the agent, whose session it has completed, stays in my_work while it is open and blocks another one: the next call completes the card, where no people review it.',
  },
  'hold.chain': {
    source: 'beyond §4',
    rule: 'A chain of 20 cards on two boards, each blocked by the one before and all delegated at once, is worked in order by an agent that follows my_work alone, without a person. A relation that would close it to a circle is refused.',
  },
} satisfies RequirementTable
