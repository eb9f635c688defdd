import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §5: budgets that ask. */
export const budgets = {
  'budget.session.set': {
    source: 'beyond §5',
    rule: 'PATCH /api/sessions/:id {budget} by a person with role member or above sets the limits of a live session, null removes them; each limit is above 0, and one at least is given, else 400. Agents and viewers get 403, outsiders 404, ended sessions 409.',
  },
  'budget.session.at-opening': {
    source: 'beyond §5',
    rule: 'A person gives a budget at the delegation or with a session that they open; an agent that does gets 403. A delegation to an agent that holds a live session sets the budget of that one.',
  },
  'budget.session.shown': {
    source: 'beyond §5, beyond §2',
    rule: 'Each answer that holds a session has budget (the limits), budgetUsed {tokens, costUsd, minutes} and budgetExceededAt.',
  },
  'budget.session.warns': {
    source: 'beyond §5',
    rule: 'When a limit has come to 80 %, the initiator gets one notification with reason budget; another one only after the budget was changed or extended. Whom the question reaches in the same moment gets that alone.',
  },
  'budget.session.asks': {
    source: 'beyond §5',
    rule: 'The report that takes a limit to 100 % is applied, and the service asks in the session: kind budget, three options, routed like a question of the agent. The session is awaiting_input. Of any number of reports at once, one makes it ask.',
  },
  'budget.session.refuses': {
    source: 'beyond §5',
    rule: 'While the budget is used up, everything but complete, fail and an update with nothing but usage gets 409 budget_exceeded and leaves no trace; usage counts on.',
  },
  'budget.session.claimed': {
    source: 'beyond §5',
    rule: 'A claim of a session whose budget is used up, after its lease expired, asks about it at once: the answer has the session in awaiting_input, the next generation, and no lease runs (expiresAt null) until people answer.',
  },
  'budget.session.after-end': {
    source: 'beyond §5',
    rule: 'An update with nothing but usage, with a generation where the session was claimed, is taken from the agent of an ended session: it counts in the session and in the month of its board, changes no state and asks no one. Any other act gets 409 conflict.',
  },
  'budget.session.late-usage': {
    source: 'beyond §5',
    rule: 'An update with nothing but usage and an older generation counts in the session and in the month of its board: the state, the lease and the news of the process that holds it stay. With anything more it gets 409 conflict.',
  },
  'budget.answer.more': {
    source: 'beyond §5',
    rule: '"Same budget once more" adds the amounts given last to the limits, and the session works on. A viewer gets 403.',
  },
  'budget.answer.finish': {
    source: 'beyond §5',
    rule: '"Finish now", and any text that is no option, leaves the budget used up: the session is working and takes only its end and usage. It is not asked again.',
  },
  'budget.answer.stop': {
    source: 'beyond §5',
    rule: '"Stop" asks the session to stop, as POST /api/sessions/:id/stop by that person does.',
  },
  'budget.session.lifted': {
    source: 'beyond §5',
    rule: 'A budget that is raised above what was used, or removed, settles the open question about it, and the session works on.',
  },
  'budget.session.after-question': {
    source: 'beyond §5',
    rule: 'A budget that runs out while a question of the agent is open is asked about as soon as that one is answered.',
  },
  'budget.minutes': {
    source: 'beyond §5',
    rule: 'Minutes count while the session is working, by the clock of the service. When they run out while the agent is silent, the service asks by itself.',
  },
  'budget.agent.default': {
    source: 'beyond §5',
    rule: 'PATCH /api/agents/:id {budget} by the owner is the default of the sessions that the agent gets from then on; a budget given with the delegation wins. Only the owner reads it with the agent.',
  },
  'budget.board.set': {
    source: 'beyond §5',
    rule: 'PATCH /api/boards/:id {monthlyBudget} by an admin who is a person sets what the sessions of the board may use in a calendar month (UTC), null removes it; board, outline and tree have it. Members and agents get 403.',
  },
  'budget.board.used': {
    source: 'beyond §5',
    rule: 'GET /api/boards/:id/usage tells everybody who can read the board, and its sessions, what these have used since the month (UTC) began, with a budget or without, and the limits of the month with what it was extended by. Outsiders get 404.',
  },
  'budget.board.asks': {
    source: 'beyond §5',
    rule: 'The usage of all sessions of the board counts. At 80 % its admins, at most 200 people, are notified once, also while the agents are silent, and with the first question where nothing came between; at 100 % each session that reports, or whose minutes pass, is asked about as by its own budget, with budgetOf: board.',
  },
  'budget.board.nothing-starts': {
    source: 'beyond §5',
    rule: 'While the month of the board is used up a queued session that would begin gets 409 budget_exceeded and stays queued, until the budget is raised or the next month. my_work names no call for it: waits is budget.',
  },
  'budget.board.extended': {
    source: 'beyond §5',
    rule: 'An admin who answers "Same budget once more" adds the budget to the month of the board; members get 403, unless it leaves something by then.',
  },
  'mcp.work.budget': {
    source: 'beyond §5, beyond §2',
    rule: 'my_work and each answer that shows a session have its budget and what was used. Over it, next waits for the answer of a person; told to finish, it completes. A refusal with budget_exceeded names the same call.',
  },
  'mcp.update.usage': {
    source: 'beyond §5',
    rule: 'session_write update takes inputTokens, outputTokens and costUsd, or usage as the object that REST takes.',
  },
} satisfies RequirementTable
