import { because, type Explained, leftOut, TandemError } from '@tandem/contract'
import type { NewRule } from '../rules/add.ts'
import { checkShape } from '../rules/check.ts'
import { type Name, translate } from '../rules/names.ts'
import { missingScope } from '../rules/rights.ts'
import { checkSchedule } from '../rules/schedule.ts'
import type { Tally } from './formats/report.ts'
import type { ImportRow } from './import-row.ts'
import type { Written } from './write/written.ts'

/** The rules of which the lists, labels, fields and people came along, with the ids of the new board; the others are noted. */
export function rulesToAdd(written: Written, { scopes }: Pick<ImportRow, 'scopes'>, now: string, { note, count }: Tally): NewRule[] {
  return written.rules.flatMap((rule) => {
    const scope = missingScope({ grant: scopes && { scopes: new Set(scopes), leash: null } }, rule)
    const problem = scope === null ? problemOf(rule, now) : because('noScope', { scope })
    const definition = problem === null ? translate(rule, (name) => idOf(name, written)) : null
    if (!definition) {
      note(leftOut('rule', { name: rule.name }), problem ?? because('goneAlong'))
      return []
    }
    count('rules')
    return [{ ...definition, name: rule.name, enabled: rule.enabled }]
  })
}

function idOf({ kind, id }: Name, { lists, labels, fields, known }: Written): string | undefined {
  if (kind === 'list') return lists.get(id)
  if (kind === 'label') return labels.get(id)
  if (kind === 'field') return fields.get(id)
  return known.get(id)?.actorId
}

function problemOf(rule: NewRule, now: string): Explained | null {
  try {
    checkShape(rule)
    if ('schedule' in rule.trigger) checkSchedule(rule.trigger.schedule, now)
    return null
  } catch (error) {
    if (error instanceof TandemError) return error
    throw error
  }
}
