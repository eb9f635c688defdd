import { budgetAnswers } from '@tandem/contract'
import { expect, test } from 'vitest'
import { meaningOf } from '../../src/domain/replies/meaning.ts'

const approvalIn = (text: string) => meaningOf({ kind: 'approval' }, text)

test.each([
  ['approve', { answer: 'approve' }],
  ['Approve.', { answer: 'approve' }],
  ['Approve \n\nSquash it.', { answer: 'approve', note: 'Squash it.' }],
  ['Approve, but squash it.', { answer: 'approve', note: 'but squash it.' }],
  ['Deny: the tests are red', { answer: 'deny', note: 'the tests are red' }],
  ['deny - *all* tests are red', { answer: 'deny', note: '*all* tests are red' }],
  ['deny: *all* tests are red', { answer: 'deny', note: '*all* tests are red' }],
  ['Deny—red tests', { answer: 'deny', note: 'red tests' }],
  ['„Genehmigen“', { answer: 'approve' }],
  ['„Genehmigen.“', { answer: 'approve' }],
  ['*Genehmigen*\nDanke', { answer: 'approve', note: 'Danke' }],
  ['ABLEHNEN!', { answer: 'deny' }],
  ['«Rechazar»: faltan pruebas', { answer: 'deny', note: 'faltan pruebas' }],
])('%j answers an approval', (text, meaning) => {
  expect(approvalIn(text)).toEqual(meaning)
})

test.each([
  'Genehmigen kann ich das nicht.',
  'Rechazar no tiene sentido, adelante',
  'Approve is not possible yet',
  'Deny the request? No, go ahead.',
  'Approve?',
  'Approve!?',
  'Approve...? Not sure.',
  '*Genehmigen* kann ich das nicht.',
  'Approved, I guess',
  'approve-able',
  'I approve.',
  '',
])('%j does not answer an approval', (text) => {
  expect(approvalIn(text)).toEqual({ unclear: 'approval' })
})

test.each([
  ['Finish now', { answer: 'Finish now' }],
  ['Noch einmal dasselbe Budget.\nWeiter so.', { answer: 'Same budget once more', note: 'Weiter so.' }],
  ['“Detener”', { answer: 'Stop' }],
  ['2', { answer: 'Finish now' }],
  ['Stoppen wäre falsch', { answer: 'Stoppen wäre falsch' }],
])('%j answers a question about a budget', (text, meaning) => {
  expect(meaningOf({ kind: 'budget', options: Object.values(budgetAnswers) }, text)).toEqual(meaning)
})

test('an option that an agent wrote has no other name', () => {
  const choice = { kind: 'choice', options: ['Stop', 'Go'] } as const
  expect(meaningOf(choice, 'stop')).toEqual({ answer: 'Stop' })
  expect(meaningOf(choice, 'Stoppen')).toEqual({ unclear: 'choice' })
})
