import { expect, test } from 'vitest'
import { fieldRefusal, refusal, refusals, TandemError } from '../src/index.ts'

test('a refusal says its sentence, and the same as data', () => {
  expect(refusal('checklistFull', { count: 500 }).envelope()).toEqual({
    error: {
      code: 'conflict',
      message: 'A card can have at most 500 checklist items. Split the card.',
      reason: 'checklistFull',
      params: { count: 500 },
    },
  })
  expect(refusal('listArchived', {}, { details: { listId: 'x' } }).envelope().error).toMatchObject({
    reason: 'listArchived',
    details: { listId: 'x' },
  })
  expect(refusal('listArchived').envelope().error).not.toHaveProperty('params')
})

test('a name in a sentence is quoted, and fills in nothing itself', () => {
  const { message, params } = refusal('labelTaken', { name: 'say "{name}" $&' })
  expect([message, params]).toEqual([
    'This board already has a label "say \\"{name}\\" $&". Use that one, or choose another name.',
    { name: 'say "{name}" $&' },
  ])
})

test('the problem of a field stands where those of a schema stand', () => {
  expect(fieldRefusal('otherCardId', 'relationSelf', {}, { details: { more: 1 } }).envelope()).toEqual({
    error: {
      code: 'validation',
      message: 'otherCardId: is the card itself. Use another card.',
      reason: 'relationSelf',
      details: {
        formErrors: [],
        fieldErrors: { otherCardId: ['is the card itself. Use another card.'] },
        fieldReasons: { otherCardId: [{ reason: 'relationSelf' }] },
        more: 1,
      },
    },
  })
})

test('the params of a refusal are those that its sentence names', () => {
  // @ts-expect-error: the sentence names a count
  refusal('checklistFull', {})
  // @ts-expect-error: it names no limit
  refusal('checklistFull', { count: 1, limit: 1 })
  // @ts-expect-error: a problem of a field is refused with fieldRefusal
  refusal('relationSelf')
  // @ts-expect-error: every error says its reason, or that it came without one
  const unexplained = new TandemError('conflict', 'This board is archived.', {})
  expect(unexplained.reason).toBeUndefined()
  expect(Object.values(refusals).filter((it) => !('of' in it && it.of === 'schema') && !/[.)]$/.test(it.says))).toEqual([])
})
