import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §7 and beyond.md §7: the agent runner of the command line. */
export const runner = {
  'runner.prompt.rules-first': {
    source: 'beyond §7',
    rule: 'The prompt begins with the rules of the work; the length of a card never takes them out.',
  },
  'runner.prompt.quoted': {
    source: 'beyond §7',
    rule: 'Text from the card and its board is quoted and its hidden characters are shown; what stands outside of the quotes does not depend on it.',
  },
  'runner.prompt.attributed': {
    source: 'beyond §7',
    rule: 'The prompt names the author of each comment, of the card and of the delegation: name, handle, person or agent, role on the board.',
  },
  'runner.prompt.no-shell': { source: 'beyond §7', rule: 'The runner refuses a command that puts {prompt} into a script of a shell.' },
  'runner.usage': {
    source: 'beyond §5, beyond §11',
    rule: 'The runner reports the tokens and costs that the program of a profile prints, as usage of the session, also those of its last line, and those that it prints after it has ended its session itself.',
  },
  'runner.budget.asked': {
    source: 'beyond §5',
    rule: 'Where a claim asks a person about the budget, the runner begins no command and writes nothing until they have answered: then it runs, completes without running, or leaves the session that was stopped.',
  },
  'runner.boards.agreed': {
    source: 'beyond §1',
    rule: 'By default the runner takes work only from boards that the owner of its agent is on or has accepted.',
  },
  'runner.boards.named': { source: 'beyond §1', rule: 'With --board the runner takes work from the named boards alone.' },
  'runner.paused': {
    source: 'beyond §3',
    rule: 'While agents are paused the runner leaves queued sessions alone and says why; after that it takes them.',
  },
  'runner.capped': {
    source: 'beyond §3',
    rule: 'The runner leaves a session that a cap or the budget of the board keeps queued, and says which.',
  },
  'runner.held': {
    source: 'beyond §4',
    rule: 'The runner leaves a held session alone and says for which cards it waits; once it is released or started by a person, the runner takes it.',
  },
  'runner.boards.told': { source: 'beyond §1', rule: 'The runner says why it leaves a session alone.' },
} as const satisfies RequirementTable
