import { noAttributes } from '../card-attributes.ts'
import { ada, at, boardId, cardId, later, otherCardId, scout, sessionId, toDo } from './story.ts'

/** Records that several examples contain, as they are after the opening. */
export const board = {
  id: boardId,
  name: 'Launch',
  description: '',
  agentGuidance: 'Keep every text under 200 words.',
  agentsPaused: null,
  reviewByOthers: false,
  maxAgentSessions: null,
  completeParents: false,
  monthlyBudget: null,
  keyPrefix: 'LCH',
  version: 1,
  archivedAt: null,
  createdAt: at,
  role: 'admin' as const,
}

const untouched = {
  completedAt: null,
  archivedAt: null,
  labelIds: [],
  assigneeActorIds: [],
  delegation: null,
  checklist: { done: 0, total: 0 },
  blocked: false,
  progress: { done: 0, total: 0 },
  commentCount: 0,
  attachmentCount: 0,
  coverAttachmentId: null,
  session: null,
  review: null,
  version: 1,
  updatedAt: at,
}

export const cardSummary = {
  id: cardId,
  number: 1,
  key: 'LCH-1',
  title: 'Write the announcement',
  listId: toDo,
  rank: 'a0',
  ...noAttributes,
  priority: 'high' as const,
  dueAt: later,
  ...untouched,
}
export const otherCardSummary = {
  id: otherCardId,
  number: 2,
  key: 'LCH-2',
  title: 'Book the hall',
  listId: toDo,
  rank: 'a1',
  ...noAttributes,
  ...untouched,
}
export const cardRecord = {
  ...cardSummary,
  boardId,
  description: 'For the press and the front page.',
  createdBy: ada,
  createdAt: at,
}
export const otherCardRecord = { ...otherCardSummary, boardId, description: '', createdBy: ada, createdAt: at }
export const untouchedCard = {
  ...cardRecord,
  author: { actorId: ada, role: 'admin' as const },
  checklistItems: [],
  comments: [],
  links: [],
  attachments: [],
  fieldValues: [],
  watchers: [],
  relations: [],
  sessions: [],
}

export const delegation = { agentActorId: scout, delegatedByActorId: ada, delegatedAt: at }

/** Queued: Scout has not begun. */
export const session = {
  id: sessionId,
  sessionId,
  boardId,
  cardId,
  cardKey: 'LCH-1',
  agentActorId: scout,
  initiatorActorId: ada,
  onBehalfOfActorId: ada,
  state: 'queued' as const,
  statusText: null,
  summary: null,
  failureReason: null,
  trigger: { type: 'delegation' as const },
  stale: false,
  question: null,
  plan: null,
  externalUrl: null,
  usage: null,
  budget: null,
  budgetUsed: { tokens: 0, costUsd: 0, minutes: 0 },
  budgetExceededAt: null,
  stopRequestedAt: null,
  stopRequestedBy: null,
  waitingFor: [],
  waitingForHidden: 0,
  startRequestedAt: null,
  startRequestedBy: null,
  lastAnswer: null,
  lease: null,
  createdAt: at,
  updatedAt: at,
  endedAt: null,
}
