import type { ChecklistItem, InputOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { NoUndo } from '../api/failure.ts'
import { type Inverse, send } from './inverse-parts.ts'
import { type InverseOf, type Inverses, inverseOf } from './inverses.ts'

/** How the changes of an open card are undone: those of a tile, and those that only an open card makes, which a board does not load first. */
export function useOpenCardInverses(): InverseOf {
  const t = useTranslations('details')
  const texts: Inverses = {
    'card.update': ({ description }) => (description === undefined ? null : noUndo(t('versions.noUndo'))),
    'comment.update': () => noUndo(t('comments.noUndo')),
  }
  return (change, prior) =>
    ofParts[change.name]?.(change.input, prior) ?? texts[change.name]?.(change.input, prior) ?? inverseOf(change, prior)
}

const ofParts: Inverses = {
  'relation.put': (relation) => ({
    show: () => ({}),
    send: (clientMutationId) => api.call('relation.delete', { ...relation, clientMutationId }),
    isAbout: isAbout(relation),
  }),
  'relation.delete': ({ kind, ...ends }) =>
    kind === undefined
      ? null
      : {
          show: () => ({}),
          send: (clientMutationId) => api.call('relation.put', { ...ends, kind, clientMutationId }),
          isAbout: isAbout({ ...ends, kind }),
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
        const { id } = await api.call('checklist.add', { cardId, text, assigneeActorId, ...external, clientMutationId })
        const place = await placeOf(cardId, checklistItems, at, id)
        return send('checklist.update', { checklistItemId: id, ...(done && { done }), ...place }, `${clientMutationId}:1`)
      },
      isAbout: () => false,
    }
  },
}

/** Only the first card of a relation has its activities: those of the other one are not checked. */
const isAbout =
  ({ otherCardId, kind }: InputOf<'relation.put'>): Inverse['isAbout'] =>
  ({ verb, payload }) =>
    /^card\.(un)?related$/.test(verb) && payload.otherCardId === otherCardId && payload.kind === kind

/** Of a text: its earlier versions can be seen. An undo says where, instead of undoing the change before. */
const noUndo = (text: string): Inverse => ({
  show: () => ({}),
  send: () => Promise.reject(new NoUndo(text)),
  isAbout: () => false,
})

/** The prior place of a checklist item, which is now `id`: below the nearest item above it that is still there. */
async function placeOf(cardId: string, items: readonly ChecklistItem[], at: number, id = items[at]?.id): Promise<Neighbours> {
  const { card } = await api.call('card.get', { cardId })
  const there = card.checklistItems.map((item) => item.id).filter((other) => other !== id)
  const beforeId = items.slice(0, at).findLast((item) => there.includes(item.id))?.id ?? null
  return beforeId === null ? { beforeId, afterId: there[0] ?? null } : { beforeId }
}

type Neighbours = Pick<InputOf<'checklist.update'>, 'beforeId' | 'afterId'>
