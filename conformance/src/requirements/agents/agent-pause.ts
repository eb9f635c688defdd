import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §3: agents are paused, on a board or one by its owner. */
export const agentPause = {
  'pause.board.set': {
    source: 'beyond §3',
    rule: 'PATCH /api/boards/:id {agentsPaused: {reason}} by a person with role member or above pauses the agents of the board, null resumes them; board, outline and tree have {at, by, reason} or null. A viewer, an agent and, beside other fields, a member get 403, an outsider 404.',
  },
  'pause.board.reason': { source: 'beyond §3', rule: 'The reason of a pause has 1 to 500 characters, else 400.' },
  'pause.board.recorded': {
    source: 'beyond §3',
    rule: 'A pause and its end are board.updated with the value before. Paused again for the same reason, the first pause stands; repeated with its clientMutationId it is applied once. On an archived board it gets 409.',
  },
  'pause.board.nothing-starts': {
    source: 'beyond §3',
    rule: 'While agents are paused, a queued session that would begin or ask gets 409 conflict, which says who paused and why; delegations and mentions still open sessions, which stay queued. What works goes on. After the end of the pause the same session begins.',
  },
  'pause.board.stop': {
    source: 'beyond §3',
    rule: 'stop: true asks each session of the board that works or waits for an answer to stop, as POST /api/sessions/:id/stop by that person does. Queued sessions stay queued, and one that was asked already is not asked again.',
  },
  'pause.agent': {
    source: 'beyond §3',
    rule: 'PATCH /api/agents/:id {paused} by the owner keeps the queued sessions of that agent queued on every board: 409 conflict with the name of the owner. The owner reads pausedAt. Anybody else gets 404.',
  },
  'mcp.work.paused': {
    source: 'beyond §3',
    rule: 'The line of a session that a pause keeps queued has waits: paused in my_work, and its next call waits for work (claim_next with waitSeconds); pausedBoards or agentPausedAt say why.',
  },
} satisfies RequirementTable
