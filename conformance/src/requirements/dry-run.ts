import type { RequirementTable } from '../requirement-table.ts'

/** Beyond.md §7: a mutation that is tried, and taken back. */
export const dryRun = {
  'dry-run.nothing-left': {
    source: 'beyond §7',
    rule: 'Every mutation with Prefer: dry-run leaves each table, each sequence and the stored files as they were.',
  },
  'dry-run.predicts': {
    source: 'beyond §7',
    rule: 'The activities, notifications, deliveries and sessions of a dry run are those that the same call then writes, but for ids and times.',
  },
  'dry-run.answer': {
    source: 'beyond §7',
    rule: 'A dry run answers 200 with Preference-Applied: dry-run and {dryRun, result, activities, notifications, deliveries, sessions, rules}.',
  },
  'dry-run.rules': { source: 'beyond §7', rule: 'rules names the rules that would run after the call, and does not do what they do.' },
  'dry-run.refused': {
    source: 'beyond §7',
    rule: 'A dry run is refused with the status and body of the real call, and a read takes no notice of the preference.',
  },
  'dry-run.elsewhere': {
    source: 'beyond §7',
    rule: 'What changes something and is no operation (mail in, OAuth, signing in by a provider, the page of a personal link) refuses Prefer: dry-run with 400 before it does anything.',
  },
  'dry-run.passwords': {
    source: 'beyond §7',
    rule: 'A wrong password counts in a dry run as in the real call, and the right one signs nobody in.',
  },
  'dry-run.invited': {
    source: 'beyond §1',
    rule: 'A dry run of an invitation by e-mail does not tell whether the address has an account. One of a registration counts as a try of its address, or of its inviter.',
  },
  'dry-run.secrets': { source: 'beyond §7', rule: 'A secret that the real call would show is null in a dry run.' },
  'dry-run.replay': {
    source: 'beyond §7',
    rule: 'A dry run with the clientMutationId of a call that was done answers its result, Idempotency-Replayed: true, and no activities.',
  },
  'dry-run.hidden-boards': {
    source: 'beyond §7',
    rule: 'A dry run of an act on an own agent tells nothing of boards that the caller does not see.',
  },
  'dry-run.bounded': {
    source: 'beyond §7',
    rule: 'A dry run lists at most 1,000 entries of each kind and says which it cut, holds the first 100 pairs of an activity and a rule against each other; two run at a time, and one behind 200 that wait is refused with 429.',
  },
  'dry-run.tools': {
    source: 'beyond §7',
    rule: 'Each tool that writes takes dryRun among its parameters, which does what the preference does. The header Prefer: dry-run of the request does so too.',
  },
  'dry-run.command': {
    source: 'beyond §7',
    rule: 'tandem --dry-run says what a command would change, changes nothing, and is refused with 2 by commands that can only be done.',
  },
  'dry-run.client': { source: 'beyond §7', rule: 'client.dryRun answers what a mutation would do.' },
} as const satisfies RequirementTable
