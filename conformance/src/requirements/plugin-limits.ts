import type { RequirementTable } from '../requirement-table.ts'

/** What bounds the plugins. */
export const pluginLimits = {
  'limit.plugins.keys': {
    source: 'beyond the specification',
    rule: 'Of a pull request ten card keys count, however many its texts name.',
  },
  'limit.plugins.attempts': {
    source: 'beyond the specification',
    rule: 'What a plugin fails at by a defect is set aside after eight attempts.',
  },
  'limit.plugins.body': {
    source: 'beyond the specification',
    rule: 'A plugin takes bodies of at most 26 MB; a longer one is refused with 413.',
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
} as const satisfies RequirementTable
