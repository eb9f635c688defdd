import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { changeCards, type Failed, type Item } from './change-cards.ts'
import { bringBack } from './put-back.ts'
import { useTellFailed } from './report-failed.ts'
import { useOfferUndo } from './undo.ts'

type ArchiveCards = (items: readonly Item[], onStep?: (settled: number) => void) => Promise<readonly Failed[]>

/** Archives cards and offers to restore them; answers with those that stayed. */
export function useArchiveCards(boardId: string): ArchiveCards {
  const t = useTranslations('act')
  const reportFailed = useTellFailed()
  const offerUndo = useOfferUndo()
  const archive: ArchiveCards = async (items, onStep = () => {}) => {
    const archiving = changeCards(items, {
      boardId,
      onStep,
      show: archivedNow(items),
      send: ({ cardId, mutationId: clientMutationId }) => api.call('card.update', { cardId, clientMutationId, archived: true }),
    })
    const archived = archiving.then(({ done }) => done.filter((card) => card !== null))
    const undo = async () =>
      reportFailed({ boardId, failed: await bringBack(boardId, await archived), count: (await archived).length, name: 'undo' })
    offerUndo(
      { boardId, undo },
      archived.then(({ length: count }) => (count === 0 ? null : { title: t('archived', { count }) })),
    )
    const { failed } = await archiving
    reportFailed({ boardId, failed, count: items.length, name: 'archive', retry: (again) => void archive(again) })
    return failed
  }
  return archive
}

function archivedNow(items: readonly Item[]): Map<string, { archivedAt: string }> {
  const archivedAt = new Date().toISOString()
  return new Map(items.map(({ cardId }) => [cardId, { archivedAt }]))
}
