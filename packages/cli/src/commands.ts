import { agents } from './commands/agents.ts'
import { boards } from './commands/boards.ts'
import { cardChanges } from './commands/card-changes.ts'
import { cards } from './commands/cards.ts'
import { listening } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { sessions } from './commands/sessions.ts'
import { tokens } from './commands/tokens.ts'
import { transfer } from './commands/transfer.ts'
import type { CommandSpec } from './spec.ts'

/** Every command, in the order of the help and the reference. */
export const commands: readonly CommandSpec[] = [
  ...login,
  ...boards,
  ...transfer,
  ...cards,
  ...cardChanges,
  ...sessions,
  ...agents,
  ...tokens,
  listening,
]

/** What the first words are about. */
export const groups = {
  board: 'boards: list, show, create, export, import',
  card: 'cards: find, read, create, move, comment, complete, delegate',
  session: 'agents at work: watch, answer, stop',
  agent: 'agents that you own',
  token: 'tokens of yours and of your agents',
}
