import { type Params, type SchemaReason, schemaReasonOf } from '@tandem/contract'
import type { z } from 'zod'

type Why = { reason: SchemaReason; params?: Params }
type Issue = z.core.$ZodIssue

const limits: Record<'too_small' | 'too_big', Record<'text' | 'list' | 'number', SchemaReason>> = {
  too_small: { text: 'tooShort', list: 'tooFew', number: 'tooLow' },
  too_big: { text: 'tooLong', list: 'tooMany', number: 'tooHigh' },
}

/** The reason of a schema issue, with its parameters. */
export function reasonOf(issue: Issue): Why {
  const own = schemaReasonOf(issue.message)
  if (own) return { reason: own }
  if (issue.code === 'too_small' || issue.code === 'too_big') return reasonOfLimit(issue)
  if (issue.code === 'invalid_format' && issue.format === 'email') return { reason: 'noEmail' }
  if (issue.code === 'invalid_format' && ['datetime', 'date'].includes(issue.format)) return { reason: 'noDate' }
  return { reason: 'unfit' }
}

function reasonOfLimit(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): Why {
  const count = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const of = issue.origin === 'string' ? 'text' : ['array', 'set', 'map'].includes(issue.origin) ? 'list' : 'number'
  if (issue.code === 'too_small' && of !== 'number' && count === 1) return { reason: 'empty' }
  return { reason: limits[issue.code][of], params: { count } }
}

/** The reasons of each field, beside what `z.flattenError` says of them. */
export function fieldReasonsOf({ issues }: z.ZodError): Record<string, Why[]> {
  const ofFields = issues.filter(({ path }) => path.length > 0)
  const byField = Map.groupBy(ofFields, ({ path }) => String(path[0]))
  return Object.fromEntries([...byField].map(([field, those]) => [field, those.map(reasonOf)]))
}
