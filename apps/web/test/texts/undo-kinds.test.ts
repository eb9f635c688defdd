import { attributeNames, type Verb } from '@tandem/contract'
import { expect, test } from 'vitest'
import { inverses, partsOf } from '../../../../packages/server/src/domain/sessions/undo/inverses.ts'
import { kindOf, namedFields } from '../../src/screens/undo/kinds.ts'

/** What the preview of an undo calls the changes. */
test('every change that an undo takes back has a name', { meta: { proves: ['undo.web'] } }, () => {
  const undone = (Object.keys(inverses) as Verb[]).filter((verb) => 'parts' in inverses[verb])
  // Only people decide on a review, and never under a session.
  expect(undone.filter((verb) => kindOf(verb) === 'other')).toEqual(['card.reviewed'])
})

test('every part of a card or list that may stay has a name', { meta: { proves: ['undo.web'] } }, () => {
  const keys = [...namedFields, ...attributeNames]
  const fields = (verb: Verb, payload: object) =>
    partsOf({ verb, cardId: 'card', payload: { listId: 'list', ...payload }, keys }).map(({ field }) => field)
  const known = new Set([...fields('card.updated', {}), ...fields('list.updated', {}), ...fields('card.review_requested', {})])
  expect([...known].toSorted()).toEqual([...keys].toSorted())
})
