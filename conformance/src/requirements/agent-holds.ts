import type { RequirementTable } from '../requirement-table.ts'

/** Beyond.md §4: a blocked card holds its sessions. */
export const agentHolds = {
  'hold.session.queued': {
    source: 'beyond §4',
    rule: 'A session of a blocked card, opened by a delegation, a mention or on request, stays queued: update to working and ask_human get 409 conflict, whose message names up to five of the open cards that block it, and change nothing. It can still fail or complete. What worked before goes on.',
  },
  'hold.session.shown': {
    source: 'beyond §4',
    rule: 'A queued session that is held has waitingFor: the keys of the open cards that block its card, wherever it is read; [] for every other session. A card on a board that the reader cannot see is counted in waitingForHidden, and its key is shown to nobody else.',
  },
  'hold.session.released': {
    source: 'beyond §4',
    rule: 'A held session can begin once the last card that blocks its card is completed, archived or deleted with its board, or the relation is removed. While it is held it does not time out.',
  },
  'hold.session.start': {
    source: 'beyond §4',
    rule: 'POST /api/sessions/:id/start by a person with role member or above lets a held session begin: a log event {type: start_requested, byActorId}, agent_session.updated with startRequested, startRequestedAt and startRequestedBy. A viewer and agents get 403, an outsider 404; a session that is not held gets 409.',
  },
} satisfies RequirementTable
