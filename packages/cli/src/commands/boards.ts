import { Complaint } from '../failures.ts'
import { findBoard } from '../find/board.ts'
import { budgetText, usageText } from '../format/budget.ts'
import { boardText } from '../format/card.ts'
import { budgetHint, readBudgetOrNone } from '../read-budget.ts'
import { command, flag, oneOf, text } from '../spec.ts'
import { columns, line } from '../terminal/terminal.ts'

/** Boards. */
export const boards = [
  command({
    words: 'board list',
    about: 'list the boards that you can read',
    options: { archived: flag('archived boards instead') },
    examples: [['tandem board list', 'prefix, name, your role and id of each']],
    async run({ options, connect, terminal }) {
      const { client } = await connect()
      const found = await client.call('board.list', { archived: options.archived })
      const rows = found.map((board) => [terminal.paint('bold', board.keyPrefix), line(board.name), board.role, board.id])
      return { value: found, text: rows.length === 0 ? 'No boards. tandem board create <name> creates one.' : columns(rows) }
    },
  }),
  command({
    words: 'board show <board>',
    about: 'show a board: its lists and cards',
    detail: 'Name a board by the prefix of its cards, its name or its id.',
    options: { archived: flag('include archived lists and cards') },
    examples: [
      ['tandem board show ENG', 'the board whose cards are ENG-1, ENG-2, …'],
      ['tandem board show ENG --json', 'the full answer of the service, with labels, fields and members'],
    ],
    async run({ args, options, connect, terminal }) {
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const tree = await client.call('board.tree', { boardId, archived: options.archived })
      return { value: tree, text: boardText(terminal, tree) }
    },
  }),
  command({
    words: 'board create <name>',
    about: 'create a board; you become its admin',
    options: {
      prefix: text('prefix', 'the prefix of its card keys; default: derived from the name'),
      template: oneOf('template', ['empty', 'kanban', 'agent-pipeline'], 'the lists that it starts with; default: none'),
      language: oneOf('language', ['en', 'de', 'es'], 'the language of those lists; default: en'),
      description: text('text', 'what the board is for'),
    },
    examples: [['tandem board create Engine --prefix ENG --template kanban', 'a board with To do, In progress and Done']],
    async run({ args, options, connect }) {
      const { client } = await connect()
      const { prefix, ...more } = options
      const board = await client.call('board.create', { name: args.name, keyPrefix: prefix?.toUpperCase(), ...more })
      return { value: board, text: `${board.keyPrefix}  ${line(board.name)}  ${board.id}` }
    },
  }),
  command({
    words: 'board pause <board>',
    about: 'pause the agents of a board: queued sessions stay queued',
    detail: 'Running sessions continue. Members and admins of the board can do this.',
    options: { reason: text('text', 'the reason, which agents can see'), stop: flag('also ask running sessions to stop') },
    examples: [
      ['tandem board pause ENG --reason "Deploy on Friday"', 'no session starts on ENG'],
      ['tandem board pause ENG --reason "Wrong plan" --stop', 'running sessions are asked to stop'],
    ],
    async run({ args, options, connect }) {
      const reason = options.reason?.trim()
      if (!reason) throw new Complaint('wrong usage', 'Add a reason: --reason "Deploy on Friday".')
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const board = await client.call('board.update', { boardId, agentsPaused: { reason, stop: options.stop } })
      return { value: board, text: `Agents are paused on ${board.keyPrefix}. tandem board resume ${board.keyPrefix} resumes them.` }
    },
  }),
  command({
    words: 'board budget <board> [limits]',
    about: 'show what the sessions of a board have used this month (UTC), or set the monthly budget',
    detail: `${budgetHint} none removes the budget. Admins of the board can set it; everyone on the board can read it.`,
    examples: [
      ['tandem board budget ENG', 'usage since the start of the month'],
      ['tandem board budget ENG usd=100', 'when it is used up, no session starts, and running sessions ask a person'],
    ],
    async run({ args, connect }) {
      const monthlyBudget = args.limits === undefined ? undefined : readBudgetOrNone(args.limits)
      const { client } = await connect()
      const { id: boardId, keyPrefix } = await findBoard(client, args.board)
      if (monthlyBudget === undefined) {
        const usage = await client.call('board.usage', { boardId })
        return { value: usage, text: `${keyPrefix} since ${usage.since.slice(0, 10)}: ${usageText(usage)}.` }
      }
      const board = await client.call('board.update', { boardId, monthlyBudget })
      return { value: board, text: `${board.keyPrefix}: ${budgetText(board.monthlyBudget) || 'no budget'} a month.` }
    },
  }),
  command({
    words: 'board resume <board>',
    about: 'resume the agents of a board',
    examples: [['tandem board resume ENG', 'queued sessions can start']],
    async run({ args, connect }) {
      const { client } = await connect()
      const { id: boardId } = await findBoard(client, args.board)
      const board = await client.call('board.update', { boardId, agentsPaused: null })
      return { value: board, text: `Agents are resumed on ${board.keyPrefix}.` }
    },
  }),
]
