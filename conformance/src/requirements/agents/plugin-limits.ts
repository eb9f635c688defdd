import type { RequirementTable } from '../../requirement-table.ts'

/** Limits of the plugins. */
export const pluginLimits = {
  'limit.plugins.keys': {
    source: 'beyond the specification',
    rule: 'Of a pull request ten card keys count, however many its texts name.',
  },
  'limit.plugins.key-text': {
    source: 'beyond the specification',
    rule: 'Keys of cards are looked for in the first 100,000 characters of a text.',
  },
  'limit.plugins.attempts': {
    source: 'beyond the specification',
    rule: 'What a plugin fails at by a defect is set aside after eight attempts.',
  },
  'limit.plugins.body': {
    source: 'beyond the specification',
    rule: 'A plugin takes bodies of at most 26 MB from its provider and 2 MB from Tandem; a longer one is refused with 413. The client can read the refusal: what it still sends is dropped, up to 128 MiB and for 30 s.',
  },
  'integration.receiver.connections': {
    source: 'beyond the specification',
    rule: 'A plugin closes a connection whose head is not there within 10 s or whose request is not within 30 s. It holds at most 256 connections, 64 of one address other than its own machine, and 104 MB of bodies under way; beyond that those that wait for their client are closed, the oldest first.',
  },
  'limit.plugins.waiting': {
    source: 'beyond the specification',
    rule: 'A plugin keeps 20,000 events waiting; further ones are refused, so that they are sent again.',
  },
  'limit.plugins.remembered': {
    source: 'beyond the specification',
    rule: 'A plugin remembers the latest 500,000 events that it has acted on.',
  },
  'limit.plugins.text': {
    source: 'beyond the specification',
    rule: 'A plugin takes text from outside over up to 4,000 characters.',
  },
  'limit.plugins.comments': {
    source: 'beyond the specification',
    rule: 'A plugin of a code host looks for its own comment among the first 1,000 of a pull request.',
  },
  'limit.plugins.commits': {
    source: 'beyond the specification',
    rule: 'A plugin of a code host reads the messages of the first 300 commits of a pull request; GitHub lists 250.',
  },
  'limit.plugins.slack-channels': {
    source: 'beyond the specification',
    rule: 'The Slack plugin serves the first 20 channels of its config.',
  },
  'limit.plugins.slack-rows': {
    source: 'beyond the specification',
    rule: 'A command of the Slack plugin lists at most ten cards and ten questions.',
  },
  'limit.plugins.slack-links': {
    source: 'beyond the specification',
    rule: 'The Slack plugin shows the cards of the first 20 links of a message.',
  },
  'limit.plugins.slack-buttons': {
    source: 'beyond the specification',
    rule: 'A question in Slack has buttons for its first 25 options.',
  },
  'limit.plugins.slack-questions': {
    source: 'beyond the specification',
    rule: 'The Slack plugin keeps the latest 20 questions and answers of a session.',
  },
  'limit.plugins.slack-texts': {
    source: 'beyond the specification',
    rule: 'The Slack plugin keeps 3,000 characters of a question and of what a session says, and 1,000 of an answer.',
  },
} as const satisfies RequirementTable
