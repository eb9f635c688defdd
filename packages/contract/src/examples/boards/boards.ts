import type { Examples } from '../example.ts'
import { newestHashes, olderHashes } from '../hashes.ts'
import { board, cardSummary, otherCardSummary } from '../records.ts'
import {
  ada,
  at,
  boardId,
  cardId,
  copiedBoardId,
  doing,
  done,
  fieldId,
  labelId,
  newestActivityId,
  oldBoardId,
  olderActivityId,
  otherCardId,
  toDo,
} from '../story.ts'
import { treeMembers } from './members.ts'

export const oldBoard = { do: 'board.create', input: { name: 'Launch of last year', keyPrefix: 'OLD' }, gives: { id: oldBoardId } } as const

const { role: _, ...boardOfTree } = board
const list = (id: string, name: string, rank: string) => ({
  id,
  name,
  rank,
  wipLimit: null,
  wipPolicy: 'warn' as const,
  category: 'none' as const,
  acceptance: 'none' as const,
  queue: null,
  color: null,
  archivedAt: null,
})

export const boardExamples = {
  'board.create': {
    input: { name: 'Launch', keyPrefix: 'LCH', agentGuidance: 'Keep every text under 200 words.' },
    output: board,
  },
  'board.list': { input: {}, output: [board] },
  'board.summaries': {
    input: {},
    output: [
      {
        boardId,
        openCards: 2,
        cardsAtWork: 0,
        openQuestions: 0,
        lastActivityAt: at,
        activeActors: [{ id: ada, kind: 'human', name: 'Ada', handle: 'ada', avatarUrl: null }],
      },
    ],
  },
  'board.tree': {
    after: ['label.create', 'card.label', 'field.create'],
    input: { boardId },
    output: {
      ...boardOfTree,
      seq: 10,
      lists: [
        { ...list(toDo, 'To do', 'a0'), cards: [{ ...cardSummary, labelIds: [labelId], version: 2 }, otherCardSummary] },
        { ...list(doing, 'Doing', 'a1'), cards: [] },
        { ...list(done, 'Done', 'a2'), cards: [] },
      ],
      labels: [{ id: labelId, name: 'Press', color: 'red' }],
      fields: [{ id: fieldId, name: 'Channel', type: 'select', options: ['Press', 'Newsletter'] }],
      members: treeMembers,
    },
  },
  'board.outline': {
    after: ['label.create', 'field.create'],
    input: { boardId },
    output: {
      ...boardOfTree,
      seq: 9,
      lists: [list(toDo, 'To do', 'a0'), list(doing, 'Doing', 'a1'), list(done, 'Done', 'a2')],
      labels: [{ id: labelId, name: 'Press', color: 'red' }],
      fields: [{ id: fieldId, name: 'Channel', type: 'select', options: ['Press', 'Newsletter'] }],
      members: treeMembers,
    },
  },
  'board.usage': {
    after: [{ do: 'board.update', input: { boardId, monthlyBudget: { costUsd: 100 } } }],
    input: { boardId },
    output: { since: at, budget: { costUsd: 100 }, budgetUsed: { tokens: 0, costUsd: 0, minutes: 0 } },
  },
  'board.update': {
    input: { boardId, name: 'Launch in May', ifVersion: 1 },
    output: { ...board, name: 'Launch in May', version: 2 },
  },
  'board.delete': {
    after: [oldBoard, { do: 'board.update', input: { boardId: oldBoardId, archived: true } }],
    input: { boardId: oldBoardId, name: 'Launch of last year' },
  },
  'board.copy': {
    input: { boardId, name: 'Launch of next year', keyPrefix: 'NXT', withCards: true },
    output: { ...board, id: copiedBoardId, name: 'Launch of next year', keyPrefix: 'NXT' },
  },
  'board.archive.list': {
    after: [{ do: 'card.update', input: { cardId: otherCardId, archived: true } }],
    input: { boardId, limit: 20 },
    output: [{ ...otherCardSummary, archivedAt: at, version: 2 }],
  },
  'board.activity': {
    input: { boardId, limit: 2 },
    output: [
      {
        id: newestActivityId,
        boardId,
        seq: 7,
        cardId: otherCardId,
        actorId: ada,
        verb: 'card.created',
        payload: { title: 'Book the hall', listId: toDo },
        createdAt: at,
        ...newestHashes,
      },
      {
        id: olderActivityId,
        boardId,
        seq: 6,
        cardId,
        actorId: ada,
        verb: 'card.created',
        payload: { title: 'Write the announcement', listId: toDo },
        createdAt: at,
        ...olderHashes,
      },
    ],
  },
  'board.log.head': {
    input: { boardId },
    output: { boardId, seq: 7, hash: newestHashes.hash, activityId: newestActivityId, lastSeq: 7 },
  },
} satisfies Examples
