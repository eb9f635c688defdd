import type { InternalBounds } from './internal-bounds.ts'

/** What is kept in memory. */
export const memory: InternalBounds = [
  {
    reason: 'What is kept in memory: what is dropped is read again, or counted anew.',
    bounds: [
      'board-feed.ts mostRemembered',
      'mutations/undo.ts mostKept',
      'kept-changes.ts mostKept',
      'kept-changes.ts longestKept',
      'shell/recent.ts mostKept',
      'lanes/folded.ts mostKept',
      'list/table-settings.ts mostKept',

      'visible.ts mostSets',
      'copy.ts mostWaitingBytes',
      'outline-cache.ts mostKept',
      'outline-cache.ts mostActivities',
      'tree/cache.ts largestCacheBytes',
      'tree/chunk.ts mostCards',
      'tree/refresh.ts mostChanges',
      'board.ts mostKept',
      'client-documents.ts mostRemembered',
      'board/hints.ts mostRemembered',
      'causes.ts mostRemembered',
      'rate-limit.ts largestTable',
      'log.ts mostWaiting',
      'pools.ts mostRemembered',
      'worker.ts mostWakeUps',
    ],
  },
]
