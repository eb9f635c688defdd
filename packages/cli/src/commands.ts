import { administration } from './commands/administration.ts'
import { agentBoards } from './commands/agent-boards.ts'
import { agentRun } from './commands/agent-run.ts'
import { agents } from './commands/agents.ts'
import { backup } from './commands/backup.ts'
import { boards } from './commands/boards.ts'
import { caps } from './commands/caps.ts'
import { cards } from './commands/cards/cards.ts'
import { cardChanges } from './commands/cards/changes.ts'
import { cardReview } from './commands/cards/review.ts'
import { cardSplit } from './commands/cards/split.ts'
import { completion } from './commands/completion.ts'
import { conformance } from './commands/conformance.ts'
import { listening } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { looks } from './commands/looks.ts'
import { members } from './commands/members.ts'
import { plugin } from './commands/plugin.ts'
import { reviewSettings } from './commands/review-settings.ts'
import { service } from './commands/service.ts'
import { sessions } from './commands/sessions.ts'
import { tokens } from './commands/tokens.ts'
import { transfer } from './commands/transfer.ts'
import { verify } from './commands/verify.ts'
import { waits } from './commands/waits.ts'
import { workQuestions } from './commands/work/questions.ts'
import { workReports } from './commands/work/reports.ts'
import { work } from './commands/work/work.ts'
import type { CommandSpec } from './spec.ts'

/** The descriptions of the first words of commands. */
export const groups: Readonly<Record<string, string>> = {
  board: 'boards: list, show, create, export, import',
  card: 'cards: find, read, create, move, comment, complete, delegate',
  session: 'agents at work: watch, answer, stop',
  work: 'for agents: claim the next card, report, ask, finish',
  agent: 'your agents: create them, choose their boards, run one',
  member: 'members of boards: list, add',
  user: 'accounts, for the administrator of the machine',
  conformance: 'test your own agent or webhook receiver against the contract',
  plugin: 'create your own plugin',
  secrets: 'stored secrets, for the administrator of the machine',
  token: 'your tokens and those of your agents',
}

/** Every command, in the order of the help and the reference. */
export const commands: readonly CommandSpec[] = [
  ...withoutDryRun(service),
  ...withoutDryRun(login),
  ...boards,
  ...transfer,
  ...verify,
  ...members,
  ...cards,
  ...cardChanges,
  ...cardReview,
  ...cardSplit,
  ...sessions,
  ...waits,
  ...work,
  ...workReports,
  ...workQuestions,
  ...agents,
  ...caps,
  ...reviewSettings,
  ...looks,
  ...agentBoards,
  agentRun,
  ...tokens,
  ...withoutDryRun([listening, ...conformance, ...plugin, completion(() => commands, groups), ...administration, ...backup]),
]

function withoutDryRun(specs: readonly CommandSpec[]): CommandSpec[] {
  return specs.map((spec) => ({ ...spec, noDryRun: true }))
}
