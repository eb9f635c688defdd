import { type Explained, ruleReason } from '@tandem/contract'
import { expect, test } from 'vitest'
import { toldIn } from '../src/api/told.ts'
import { shapes as excerpts } from '../src/screens/inbox/use-excerpt.ts'

test('why a rule was paused is known again in the inbox, also where a long name left no room for it', () => {
  const paused = (name: string, reason: Explained) =>
    toldIn(excerpts, `The rule ${JSON.stringify(name)} is paused: ${reason.message}`.slice(0, 280))
  expect(paused('Tidy "up"', ruleReason('ruleLostList', { name: 'To do' }))).toEqual({
    shape: 'listGone',
    values: { rule: 'Tidy "up"', name: 'To do' },
  })
  const why = [
    ruleReason('ruleLostLabel', { name: 'Bug' }),
    ruleReason('ruleLostField', { name: 'Size' }),
    ruleReason('ruleLostMember'),
    ruleReason('ruleLostAuthor'),
    ruleReason('ruleWeakAuthor', { role: 'member' }),
    ruleReason('ruleFailing', { count: 10 }),
  ]
  expect(why.map((reason) => paused('Tidy up', reason)?.shape)).toEqual([
    'labelGone',
    'fieldGone',
    'memberGone',
    'authorGone',
    'authorWeak',
    'failing',
  ])
  expect(paused('Tidy up', ruleReason('ruleLostList', { name: 'x'.repeat(300) }))).toEqual({ shape: 'paused', values: { rule: 'Tidy up' } })
})
