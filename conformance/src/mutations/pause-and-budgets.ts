import type { Mutation } from './mutation.ts'

const sessions = 'packages/server/src/domain/sessions'
const pauses = 'packages/server/test/sessions/pause.test.ts'
const budgets = 'packages/server/test/sessions/budget.test.ts'
const ofBoard = 'packages/server/test/sessions/board-budget.test.ts'

/** Ways to break the rules of pauses and budgets. */
export const pauseAndBudgetMutations: readonly Mutation[] = [
  {
    breaks: 'pause.board.set',
    file: 'packages/server/src/domain/boards/update.ts',
    find: '  if (input.agentsPaused !== undefined) requirePerson(tx)\n',
    replace: '  if (input.agentsPaused === null) requirePerson(tx)\n',
    scenarios: pauses,
  },
  {
    breaks: 'pause.board.recorded',
    file: 'packages/server/src/domain/boards/pause.ts',
    find: 'if (standing?.reason === wanted.reason) return standing',
    replace: 'if (standing && standing.reason !== wanted.reason) return standing',
    scenarios: pauses,
  },
  {
    breaks: 'pause.board.nothing-starts',
    file: `${sessions}/pause.ts`,
    find: '  if (agentsPaused) {',
    replace: '  if (agentsPaused && agentPausedAt !== null) {',
    scenarios: pauses,
  },
  {
    breaks: 'pause.board.stop',
    file: `${sessions}/stop.ts`,
    find: "state in ('working', 'awaiting_input')",
    replace: "state = 'working'",
    scenarios: pauses,
  },
  {
    breaks: 'pause.agent',
    file: `${sessions}/pause.ts`,
    find: 'if (agentPausedAt !== null) throw',
    replace: 'if (agentPausedAt !== null && agentsPaused) throw',
    scenarios: pauses,
  },
  {
    breaks: 'budget.session.set',
    file: `${sessions}/budget/budget.ts`,
    find: "if (budget !== undefined && tx.principal.kind !== 'human')",
    replace: "if (budget === null && tx.principal.kind !== 'human')",
    scenarios: budgets,
  },
  {
    breaks: 'budget.session.warns',
    file: `${sessions}/budget/figures.ts`,
    find: 'export const warnAt = 0.8',
    replace: 'export const warnAt = 0.81',
    scenarios: budgets,
  },
  {
    breaks: 'budget.session.asks',
    file: `${sessions}/budget/figures.ts`,
    find: 'tokens >= budget.tokens * part',
    replace: 'tokens > budget.tokens * part',
    scenarios: budgets,
  },
  {
    breaks: 'budget.session.refuses',
    file: `${sessions}/budget/budget.ts`,
    find: "act === 'complete' || act === 'fail') return",
    replace: "act === 'complete' || act === 'fail' || act === 'log') return",
    scenarios: budgets,
  },
  {
    breaks: 'budget.session.after-end',
    file: `${sessions}/advance.ts`,
    find: '(before.endedAt ?? tx.now)',
    replace: 'tx.now',
    scenarios: ofBoard,
  },
  {
    breaks: 'budget.answer.more',
    file: `${sessions}/budget/answer.ts`,
    find: "if (meant !== 'finish' && !atLeast(tx.role, 'member'))",
    replace: "if (meant === 'stop' && !atLeast(tx.role, 'member'))",
    scenarios: budgets,
  },
  {
    breaks: 'budget.session.lifted',
    file: `${sessions}/budget/budget.ts`,
    find: "const lifts = session.question?.kind === 'budget' && !staysUsedUp",
    replace: "const lifts = session.question?.kind === 'budget' && budget === null",
    scenarios: budgets,
  },
  {
    breaks: 'budget.minutes',
    file: `${sessions}/budget/figures.ts`,
    find: "if (state === 'working') return",
    replace: "if (state === 'working' || state === 'awaiting_input') return",
    scenarios: budgets,
  },
  {
    breaks: 'budget.board.set',
    file: 'packages/server/src/domain/boards/update.ts',
    find: "if (input.monthlyBudget !== undefined && tx.principal.kind !== 'human')",
    replace: "if (input.monthlyBudget === null && tx.principal.kind !== 'human')",
    scenarios: ofBoard,
  },
  {
    breaks: 'budget.board.asks',
    file: `${sessions}/budget/budget.ts`,
    find: 'if (board && isUsedUp(board, tx.now)) return ask(',
    replace: 'if (board?.warnedAt === null && isUsedUp(board, tx.now)) return ask(',
    scenarios: ofBoard,
  },
  {
    breaks: 'budget.board.nothing-starts',
    file: `${sessions}/budget/require-of-board.ts`,
    find: "at.session.state !== 'queued' ||",
    replace: "at.session.state === 'queued' ||",
    scenarios: ofBoard,
  },
  {
    breaks: 'budget.board.extended',
    file: `${sessions}/budget/answer.ts`,
    find: "if (!atLeast(tx.role, 'admin')) throw",
    replace: "if (!atLeast(tx.role, 'member')) throw",
    scenarios: ofBoard,
  },
]
