import type { Activity, Verb } from '@tandem/contract'
import type { en } from '../../../i18n/settings/en.ts'
import { itemChangeIn } from '../../card/history/item-change.ts'

type Payload = Activity['payload']
type Finer = `finer.${keyof (typeof en)['log']['finer']}`

/** The key of a more exact sentence than that of the verb, where the payload says what happened. */
export const finerKeyOf = (verb: Verb, payload: Payload): Finer | undefined => finerKeys[verb]?.(payload)

const finerKeys: { readonly [V in Verb]?: (payload: Payload) => Finer | undefined } = {
  'card.updated': ({ completedAt }) => {
    if (completedAt === undefined) return undefined
    return completedAt === null ? 'finer.cardReopened' : 'finer.cardCompleted'
  },
  'card.moved': ({ fromBoardId, toBoardId, fromListId, toListId }) => {
    if (fromBoardId !== toBoardId) return 'finer.cardMovedAcross'
    return fromListId === toListId ? 'finer.cardReordered' : undefined
  },
  'card.checklist_item_updated': (payload) => {
    const { isRewritten, isAssigned, isUnticked, isMoved } = itemChangeIn(payload)
    if (isRewritten || isAssigned) return undefined
    if (isUnticked) return 'finer.itemUnticked'
    return isMoved ? 'finer.itemMoved' : undefined
  },
}
