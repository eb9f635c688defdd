import type { RequirementTable } from '../requirement-table.ts'

/** Bounds of requests. Those of single fields are in the OpenAPI document and not repeated here. */
export const requestBounds = {
  'convention.bounds.complete': {
    source: 'beyond the specification',
    rule: 'Every text, list and record of a request has a bound, in the OpenAPI document or in a requirement of its own.',
  },
  'convention.bounds.kept': {
    source: 'beyond the specification',
    rule: 'What is as long or as high as the OpenAPI document allows is taken; one more answers 400 and names the field, in a path 404 or 400.',
  },
  'limit.search.fields': {
    source: 'beyond the specification',
    rule: 'A search or a view has conditions on at most 20 custom fields, else 400.',
  },
  'limit.integrations.config': {
    source: 'beyond the specification',
    rule: 'The config of an integration is at most 64 KiB of JSON, else 400.',
  },
} as const satisfies RequirementTable
