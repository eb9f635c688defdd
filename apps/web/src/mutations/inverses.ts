import type { CallableName } from '@tandem/client'
import type { InputOf, Verb } from '@tandem/contract'
import { api } from '../api/client.ts'
import { NotUndone } from '../api/failure.ts'
import { addingAgain, cardValues, delegationAtWork, type Inverse, type Prior, removing, send, settingField } from './inverse-parts.ts'

export type Inverses = { [N in CallableName]?: (input: InputOf<N>, prior: Prior) => Inverse | null }
export type InverseOf = <N extends CallableName>(change: { name: N; input: InputOf<N> }, prior: Prior) => Inverse | null

/** The changes of a card that can be undone, and how. An undo passes over what is not in here. Those of an open card are more. */
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
  'delegation.set'({ cardId, agentActorId }, { delegation, session }) {
    // The agent is at work on it already, and nothing changes. Once its session has ended, it is delegated anew.
    if (delegation?.agentActorId === agentActorId && session && session.state !== 'done' && session.state !== 'error') return null
    // Once: sent again after an outage, this undo may have ended the session itself.
    let isChecked = false
    return {
      show: () => ({ delegation: null }),
      async send(clientMutationId) {
        const standing = isChecked ? null : await delegationAtWork(cardId, agentActorId)
        isChecked = true
        // The tile shows the newest session, which may have ended while an older one of this agent goes on: then nothing was changed.
        if (standing && standing.delegatedAt === delegation?.delegatedAt) throw new NotUndone('nothingDelegated')
        return send('delegation.clear', { cardId }, clientMutationId)
      },
      isAbout: ({ verb }) => verb === 'card.delegated' || verb === 'card.undelegated',
    }
  },
  // Delegating again would start the agent anew. An undo says so, instead of undoing the change before.
  'delegation.clear': (_, { delegation }) =>
    delegation && {
      show: () => ({}),
      send: () => Promise.reject(new NotUndone('delegationRemoved')),
      isAbout: () => false,
    },
}

/** How a change is undone; null if it cannot be, or if the card was like that before. */
export const inverseOf: InverseOf = ({ name, input }, prior) => inverses[name]?.(input, prior) ?? null

const changesOfValues: readonly Verb[] = ['card.updated', 'card.priority_changed']
