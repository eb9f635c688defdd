import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Explained, manifests, ruleReason } from '@tandem/contract'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leftOutOfTrello } from '../../../packages/server/src/domain/transfer/trello-left-out.ts'
import { toldIn } from '../src/api/told.ts'
import { shapes as excerpts } from '../src/screens/inbox/use-excerpt.ts'
import { said } from '../src/screens/settings/integrations/manifest-words.ts'
import { whats, whys } from '../src/screens/settings/transfer/left-out.ts'

type Node = { type?: string; name?: string; value?: unknown; [key: string]: unknown }

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

test('what the plugins that come along say of themselves and their config has words', () => {
  const told = [...JSON.stringify(manifests).matchAll(/"description":"([^"]+)"/g)].map(([, text = '']) => text)
  expect(told.length).toBeGreaterThan(8)
  expect(told.filter((text) => toldIn(said, text) === null)).toEqual([])
})

test('whatever an import leaves out is said in the language of who reads it, and so is why', () => {
  const room = fileURLToPath(new URL('../../../packages/server/src/domain/transfer/', import.meta.url))
  const notes = callsIn(room).filter(({ name }) => ['note', 'noteOnce', 'leaveOut'].includes(name))
  const what = notes.flatMap(({ given }) => (given.length === 2 ? textsOf(given[0]) : []))
  const why = notes.flatMap(({ given }) => textsOf(given.at(-1)))
  expect([what.length > 25, why.length > 35]).toEqual([true, true])
  what.push(...leftOutOfTrello.map(({ what }) => what))
  why.push(...leftOutOfTrello.map(({ because }) => because))
  expect(what.filter((text) => toldIn(whats, text) === null)).toEqual([])
  expect(why.filter((text) => toldIn(whys, text) === null)).toEqual([])
})

type Call = { name: string; given: readonly (Node | undefined)[] }

function callsIn(room: string): Call[] {
  const found: Call[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { callee, arguments: given } = node as { callee?: Node; arguments?: Node[] }
    if (callee?.name !== undefined && given) found.push({ name: callee.name, given })
    Object.values(node).forEach(walk)
  }
  for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')))
    walk(parseAst(readFileSync(room + file, 'utf8'), { lang: 'ts' }))
  return found
}

/** A text with an example in each place that is filled in: a name where it is quoted, else a number. */
function textsOf(node: Node | undefined): string[] {
  if (!node) return []
  if (node.type === 'Literal') return [String(node.value)]
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)]
  if (node.type !== 'TemplateLiteral') return []
  const parts = (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked)
  const values = (node.expressions as Node[]).map((value) => (value.type === 'CallExpression' ? '"Name"' : '7'))
  return [parts.map((part, at) => part + (values[at] ?? '')).join('')]
}
