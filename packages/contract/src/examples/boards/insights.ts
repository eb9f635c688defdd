import { adasScout } from '../accounts/people.ts'
import { scoutAsks, waitingSession } from '../agents/sessions.ts'
import type { Examples } from '../example.ts'
import { ada, at, boardId, doing, done, scout, toDo } from '../story.ts'

const span = { from: '2024-01-06', to: '2024-01-08', timezone: 'Europe/Berlin' }
const noTime = { p50: null, p85: null, p95: null }
const scoutWaits = { queued: 0, working: 0, awaitingInput: 1, done: 0, error: 0 }
const bounds = [300_000, 900_000, 3_600_000, 14_400_000, 86_400_000, 259_200_000, null]
const stats = {
  agent: adasScout,
  owner: { id: ada, name: 'Ada', handle: 'ada', avatarUrl: null },
  boards: [{ id: boardId, name: 'Launch', keyPrefix: 'LCH', role: 'member' as const }],
  ...span,
  sessions: scoutWaits,
  successRate: null,
  questionsAnswered: 0,
  medianWaitMs: null,
  medianDurationMs: null,
  usage: null,
  activeTokens: 1,
  lastActiveAt: at,
  live: [{ ...waitingSession, cardTitle: 'Write the announcement', boardName: 'Launch' }],
}

export const insightExamples = {
  'board.insights': {
    after: scoutAsks,
    input: { boardId, ...span },
    output: {
      boardId,
      ...span,
      flow: {
        lists: [
          { id: toDo, name: 'To do', archivedAt: null },
          { id: doing, name: 'Doing', archivedAt: null },
          { id: done, name: 'Done', archivedAt: null },
        ],
        days: ['2024-01-06', '2024-01-07', '2024-01-08'].map((date) => ({ date, completed: 0, inLists: [0, 0, 0] })),
      },
      cycle: { startListId: doing, ...noTime, measured: 0, unmeasured: 0, cards: [] },
      throughput: [
        { from: '2024-01-06', to: '2024-01-07', completed: 0 },
        { from: '2024-01-08', to: '2024-01-08', completed: 0 },
      ],
      waiting: { open: 1, answered: 0, ...noTime, buckets: bounds.map((belowMs) => ({ belowMs, questions: 0 })), longest: [] },
      sessions: {
        ...scoutWaits,
        byAgent: [{ agent: { id: scout, name: 'Scout', handle: 'scout', avatarUrl: null }, ...scoutWaits }],
      },
    },
  },
  'agentStats.list': { after: scoutAsks, input: span, output: [stats] },
  'agentStats.get': { after: scoutAsks, input: { agentActorId: scout, ...span }, output: { ...stats, recent: [] } },
} satisfies Examples
