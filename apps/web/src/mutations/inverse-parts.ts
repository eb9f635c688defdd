import { type Activity, attributeNames, type Card, type CardRecord, type InputOf } from '@tandem/contract'
import { api } from '../api/client.ts'
import { NotUndone } from '../api/failure.ts'
import type { CardModel } from '../live/board-model.ts'
import { type Call, sendCall } from './kept-changes.ts'

export const cardValues = ['title', ...attributeNames, 'coverAttachmentId'] as const
type Members = 'labelIds' | 'assigneeActorIds'
export type OfTile = Pick<CardModel, (typeof cardValues)[number] | Members | 'delegation'>
/** A card before a change. A board has no field values and no checklist items: they are known of an open card only. */
export type Prior = OfTile &
  Partial<
    Pick<CardModel, 'session'> & Pick<Card, 'checklistItems'> & { fieldValues: readonly Omit<Card['fieldValues'][number], 'author'>[] }
  >

/** How a change of one card is undone. */
export type Inverse = {
  /** The state of the tile after the undo. */
  show: (now: Prior) => Partial<OfTile>
  send: (mutationId: string, ifVersion?: number) => Promise<CardRecord | null>
  /** Whether an activity has changed the same part of the card. */
  isAbout: (activity: Activity) => boolean
}

type Sent = Exclude<Call, { name: 'card.update' }>

/** Sends a change whose answer is not the card. */
export async function send<N extends Sent['name']>(name: N, input: InputOf<N>, clientMutationId: string): Promise<null> {
  await sendCall({ name, input: { ...input, clientMutationId } })
  return null
}

/** Takes a label or a person off the card, unless it was there before. */
export const removing = (set: Members, id: string, prior: Prior, take: (mutationId: string) => Promise<null>): Inverse | null =>
  prior[set].includes(id)
    ? null
    : { show: (now) => ({ [set]: now[set].filter((one) => one !== id) }), send: take, isAbout: isAboutMember(set, id) }

/** Adds a label or a person to the card again, if it was there before. */
export const addingAgain = (set: Members, id: string, prior: Prior, add: (mutationId: string) => Promise<null>): Inverse | null =>
  prior[set].includes(id)
    ? { show: (now) => ({ [set]: [...new Set([...now[set], id])].sort() }), send: add, isAbout: isAboutMember(set, id) }
    : null

const isAboutMember = (set: Members, id: string): Inverse['isAbout'] =>
  set === 'labelIds'
    ? ({ verb, payload }) => /^card\.(un)?labeled$/.test(verb) && payload.labelId === id
    : ({ verb, payload }) => /^card\.(un)?assigned$/.test(verb) && payload.actorId === id

/** Sets a field to its prior value, or clears it. */
export function settingField(cardId: string, fieldId: string, { fieldValues }: Prior): Inverse | null {
  if (!fieldValues) return null
  const value = fieldValues.find((one) => one.fieldId === fieldId)?.value
  return {
    show: () => ({}),
    send: (mutationId) =>
      isFieldValue(value)
        ? send('card.field.set', { cardId, fieldId, value }, mutationId)
        : send('card.field.clear', { cardId, fieldId }, mutationId),
    isAbout: ({ verb, payload }) => verb.startsWith('card.field_') && payload.fieldId === fieldId,
  }
}

export const isFieldValue = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Taking back a delegation ends the work of the agent: it is refused once its session has ended. */
export async function delegationAtWork(cardId: string, agentActorId: string): Promise<Card['delegation']> {
  const { card } = await api.call('card.get', { cardId })
  const isAtWork = card.sessions.some((session) => session.agentActorId === agentActorId && session.endedAt === null)
  if (!isAtWork) throw new NotUndone('agentFinished')
  return card.delegation
}
