import type { Examples } from '../example.ts'
import { olderHashes } from '../hashes.ts'
import { cardRecord, otherCardRecord, otherCardSummary, untouchedCard } from '../records.ts'
import { ada, at, boardId, cardId, copiedCardId, done, labelId, later, olderActivityId, otherCardId, toDo } from '../story.ts'
import { item } from './checklists.ts'
import { comment } from './comments.ts'

export const cardExamples = {
  'card.create': {
    input: {
      listId: toDo,
      title: 'Write the announcement',
      description: 'For the press and the front page.',
      priority: 'high',
      dueAt: later,
    },
    output: cardRecord,
  },
  'card.get': {
    after: ['label.create', 'card.label', 'checklist.add', 'comment.create', 'relation.put'],
    input: { cardId },
    output: {
      card: {
        ...untouchedCard,
        labelIds: [labelId],
        checklist: { done: 0, total: 1 },
        blocked: true,
        commentCount: 1,
        version: 3,
        checklistItems: [item],
        comments: [comment],
        relations: [
          {
            kind: 'blocks',
            direction: 'in',
            card: { id: otherCardId, boardId, key: 'LCH-2', title: 'Book the hall', completedAt: null, archivedAt: null },
          },
        ],
      },
    },
  },
  'card.getByKey': { input: { key: 'lch-1' }, output: { card: untouchedCard } },
  'card.update': {
    input: { cardId, listId: done, completedAt: at, ifVersion: 1 },
    output: { ...cardRecord, listId: done, completedAt: at, version: 2 },
  },
  'card.linkPreview': {
    // A host that does not exist: names with this ending are reserved.
    after: [{ do: 'card.update', input: { cardId, description: 'https://tickets.example/spring' } }],
    input: { cardId, url: 'https://tickets.example/spring' },
    output: { preview: null },
  },
  'card.activity': {
    input: { cardId, limit: 1 },
    output: [
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
  'card.delete': { after: [{ do: 'card.update', input: { cardId, archived: true } }], input: { cardId } },
  'card.assign': { input: { cardId, actorId: ada }, output: { cardId, actorId: ada } },
  'card.unassign': { after: ['card.assign'], input: { cardId, actorId: ada } },
  'card.addChildren': {
    input: { cardId, title: 'Choose a picture' },
    output: { ...otherCardRecord, id: copiedCardId, number: 3, key: 'LCH-3', title: 'Choose a picture', rank: 'a2' },
  },
  'card.children': {
    after: [{ do: 'relation.put', input: { cardId, otherCardId, kind: 'parent' } }],
    input: { cardId },
    output: [{ ...otherCardSummary, boardId }],
  },
  'card.copy': {
    input: { cardId, title: 'Write the invitation', keep: ['dates', 'labels'] },
    output: {
      ...cardRecord,
      id: copiedCardId,
      number: 3,
      key: 'LCH-3',
      title: 'Write the invitation',
      rank: 'a0V',
      dropped: { labels: [], fields: [], assigneeActorIds: [] },
    },
  },
} satisfies Examples
