import type { CallableName } from '@tandem/client'
import type { InputOf, Verb } from '@tandem/contract'
import { api } from '../api/client.ts'
import { NotUndone } from '../api/failure.ts'
import { addingAgain, cardValues, type Inverse, type Prior, placeOf, refuseIfEnded, removing, send, settingField } from './inverse-parts.ts'

type Inverses = { [N in CallableName]?: (input: InputOf<N>, prior: Prior) => Inverse | null }

/**
 * The changes of a card that can be undone, and how. What is not in here, such as texts with versions of their own, is passed over by an
 * undo.
 */
const inverses: Inverses = {
  'card.update'(input, prior) {
    const changed = cardValues.filter((name) => input[name] !== undefined && input[name] !== prior[name])
    const before = Object.fromEntries(changed.map((name) => [name, prior[name]]))
    if (changed.length === 0) return null
    return {
      show: () => before,
      send: (clientMutationId, ifVersion) => api.call('card.update', { cardId: input.cardId, clientMutationId, ifVersion, ...before }),
      isAbout: ({ verb, payload }) => changesOfValues.includes(verb) && changed.some((name) => name in payload),
    }
  },
  'card.assign': (input, prior) => removing('assigneeActorIds', input.actorId, prior, (id) => send('card.unassign', input, id)),
  'card.unassign': (input, prior) => addingAgain('assigneeActorIds', input.actorId, prior, (id) => send('card.assign', input, id)),
  'card.label': (input, prior) => removing('labelIds', input.labelId, prior, (id) => send('card.unlabel', input, id)),
  'card.unlabel': (input, prior) => addingAgain('labelIds', input.labelId, prior, (id) => send('card.label', input, id)),
  'card.field.set': ({ cardId, fieldId }, prior) => settingField(cardId, fieldId, prior),
  'card.field.clear': ({ cardId, fieldId }, prior) => settingField(cardId, fieldId, prior),
  'delegation.set': ({ cardId, agentActorId }, { delegation }) =>
    delegation?.agentActorId === agentActorId
      ? null
      : {
          show: () => ({ delegation: null }),
          async send(clientMutationId) {
            await refuseIfEnded(cardId, agentActorId)
            return send('delegation.clear', { cardId }, clientMutationId)
          },
          isAbout: ({ verb }) => verb === 'card.delegated' || verb === 'card.undelegated',
        },
  // Delegating again would start the agent anew. An undo says so, instead of undoing the change before.
  'delegation.clear': (_, { delegation }) =>
    delegation && {
      show: () => ({}),
      send: () => Promise.reject(new NotUndone('delegationRemoved')),
      isAbout: () => false,
    },
  'checklist.update'({ checklistItemId, done, text, assigneeActorId, beforeId, afterId }, { checklistItems = [] }) {
    const at = checklistItems.findIndex(({ id }) => id === checklistItemId)
    const item = checklistItems[at]
    if (!item) return null
    const before = {
      ...(done !== undefined && { done: item.done }),
      ...(text !== undefined && { text: item.text }),
      ...(assigneeActorId !== undefined && { assigneeActorId: item.assigneeActorId }),
    }
    const isMoved = beforeId !== undefined || afterId !== undefined
    return {
      show: () => ({}),
      async send(clientMutationId) {
        const place = isMoved ? await placeOf(item.cardId, checklistItems, at) : {}
        return send('checklist.update', { checklistItemId, ...before, ...place }, clientMutationId)
      },
      isAbout: ({ payload }) => payload.itemId === checklistItemId,
    }
  },
  'checklist.remove'({ checklistItemId }, { checklistItems = [] }) {
    const at = checklistItems.findIndex(({ id }) => id === checklistItemId)
    const item = checklistItems[at]
    if (!item) return null
    const { cardId, text, assigneeActorId, done, author } = item
    return {
      show: () => ({}),
      async send(clientMutationId) {
        const external = author.role === 'external' ? { external: true as const } : {}
        const place = await placeOf(cardId, checklistItems, at)
        const { id } = await api.call('checklist.add', { cardId, text, assigneeActorId, ...external, clientMutationId })
        return send('checklist.update', { checklistItemId: id, ...(done && { done }), ...place }, `${clientMutationId}:1`)
      },
      isAbout: () => false,
    }
  },
}

/** How a change is undone; null if it cannot be, or if the card was like that before. */
export const inverseOf = <N extends CallableName>({ name, input }: { name: N; input: InputOf<N> }, prior: Prior): Inverse | null =>
  inverses[name]?.(input, prior) ?? null

const changesOfValues: readonly Verb[] = ['card.updated', 'card.priority_changed']
