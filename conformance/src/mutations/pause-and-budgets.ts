import type { Mutation } from './mutation.ts'

const sessions = 'packages/server/src/domain/sessions'
const pauses = 'packages/server/test/sessions/holds/pause.test.ts'
const budgets = 'packages/server/test/sessions/budget.test.ts'
const ofBoard = 'packages/server/test/sessions/board-budget.test.ts'

/** Ways to break the rules of pauses and budgets. */
export const pauseAndBudgetMutations: readonly Mutation[] = [
  {
    breaks: 'pause.board.set',
    behaviour: 'Only a person pauses or resumes the agents of a board.',
    file: 'packages/server/src/domain/boards/update.ts',
    behind: 'const changeBoard',
    replace: ['!== undefined', '=== null'],
    provedBy: pauses,
  },
  {
    breaks: 'pause.board.recorded',
    behaviour: 'A board that is paused again for the same reason keeps its first pause.',
    file: 'packages/server/src/domain/boards/pause.ts',
    replace: [
      'if (standing?.reason === wanted.reason) return standing',
      'if (standing && standing.reason !== wanted.reason) return standing',
    ],
    provedBy: pauses,
  },
  {
    breaks: 'pause.board.nothing-starts',
    behaviour: 'No session starts on a paused board.',
    file: `${sessions}/holds/pause.ts`,
    replace: ['  if (agentsPaused) {', '  if (agentsPaused && agentPausedAt !== null) {'],
    provedBy: pauses,
  },
  {
    breaks: 'pause.board.stop',
    behaviour: 'A pause that stops sessions also stops those that wait for an answer.',
    file: `${sessions}/stop.ts`,
    replace: ["state in ('working', 'awaiting_input')", "state = 'working'"],
    provedBy: pauses,
  },
  {
    breaks: 'pause.agent',
    behaviour: 'No session of a paused agent starts.',
    file: `${sessions}/holds/pause.ts`,
    replace: ['if (agentPausedAt !== null) throw', 'if (agentPausedAt !== null && agentsPaused) throw'],
    provedBy: pauses,
  },
  {
    breaks: 'budget.session.set',
    behaviour: 'Only a person gives a session a budget.',
    file: `${sessions}/budget/budget.ts`,
    behind: 'function requireGiver',
    replace: ['!== undefined', '=== null'],
    provedBy: budgets,
  },
  {
    breaks: 'budget.session.warns',
    behaviour: 'A session is warned at 80 % of its budget.',
    file: `${sessions}/budget/figures.ts`,
    replace: ['export const warnAt = 0.8', 'export const warnAt = 0.81'],
    provedBy: budgets,
  },
  {
    breaks: 'budget.session.asks',
    behaviour: 'A session asks when its budget is used up, not only when it is exceeded.',
    file: `${sessions}/budget/figures.ts`,
    replace: ['tokens >= budget.tokens * part', 'tokens > budget.tokens * part'],
    provedBy: budgets,
  },
  {
    breaks: 'budget.session.refuses',
    behaviour: 'A session whose budget is used up records no more work.',
    file: `${sessions}/budget/budget.ts`,
    replace: ["act === 'complete' || act === 'fail') return", "act === 'complete' || act === 'fail' || act === 'log') return"],
    provedBy: budgets,
  },
  {
    breaks: 'budget.session.after-end',
    behaviour: 'Usage that is reported after the end adds no minutes.',
    file: `${sessions}/advance.ts`,
    replace: ['(before.endedAt ?? tx.now)', 'tx.now'],
    provedBy: ofBoard,
  },
  {
    breaks: 'budget.answer.more',
    behaviour: 'Only a member extends a budget or stops a session by an answer.',
    file: `${sessions}/budget/answer.ts`,
    behind: 'const meant',
    replace: ["!== 'finish'", "=== 'stop'"],
    provedBy: budgets,
  },
  {
    breaks: 'budget.session.lifted',
    behaviour: 'A raised budget withdraws the question about it.',
    file: `${sessions}/budget/budget.ts`,
    behind: 'const lifts',
    replace: ['!staysUsedUp', 'budget === null'],
    provedBy: budgets,
  },
  {
    breaks: 'budget.minutes',
    behaviour: 'The minutes of a session count while it works only.',
    file: `${sessions}/budget/figures.ts`,
    replace: ["if (state === 'working') return", "if (state === 'working' || state === 'awaiting_input') return"],
    provedBy: budgets,
  },
  {
    breaks: 'budget.board.set',
    behaviour: 'Only a person sets the budget of a board.',
    file: 'packages/server/src/domain/boards/update.ts',
    behind: 'const changeBoard',
    replace: ['input.monthlyBudget !== undefined', 'input.monthlyBudget === null'],
    provedBy: ofBoard,
  },
  {
    breaks: 'budget.board.asks',
    behaviour: 'A session asks when the budget of its board is used up, also after the warning.',
    file: `${sessions}/budget/budget.ts`,
    replace: ['if (board && isUsedUp(board, tx.now)) return ask(', 'if (board?.warnedAt === null && isUsedUp(board, tx.now)) return ask('],
    provedBy: ofBoard,
  },
  {
    breaks: 'budget.board.nothing-starts',
    behaviour: 'No session starts once the budget of its board is used up.',
    file: `${sessions}/budget/require-of-board.ts`,
    replace: ["at.session.state !== 'queued' ||", "at.session.state === 'queued' ||"],
    provedBy: ofBoard,
  },
  {
    breaks: 'budget.board.extended',
    behaviour: 'Only an admin extends the budget of a board by an answer.',
    file: `${sessions}/budget/answer.ts`,
    replace: ["if (!atLeast(tx.role, 'admin')) throw", "if (!atLeast(tx.role, 'member')) throw"],
    provedBy: ofBoard,
  },
]
