import type { Examples, Step } from '../example.ts'
import { board, cardRecord, cardSummary, delegation, session } from '../records.ts'
import {
  ada,
  at,
  boardId,
  cardId,
  firstEventId,
  laterEventId,
  nextActivityId,
  nextEventId,
  questionEventId,
  scout,
  sessionId,
} from '../story.ts'

export const question = {
  eventId: questionEventId,
  question: 'Which price should I use?',
  options: ['Early price', 'Full price'],
  askedAt: at,
}
const working = { ...session, state: 'working' as const, statusText: 'Reading the notes' }
export const waitingSession = { ...working, state: 'awaiting_input' as const, question }
/** Scout has an open question. */
const asked = {
  do: 'session.post',
  by: 'scout',
  input: { sessionId, op: 'ask_human', question: question.question, options: question.options },
  gives: { event: { id: questionEventId } },
} as const
export const scoutAsks = ['delegation.set', 'session.post', asked] as const satisfies readonly Step[]

const claimedSession = { ...session, state: 'working' as const, lease: { generation: 1, expiresAt: at } }
const claim = { do: 'work.claim', by: 'scout', input: { boardId } } as const satisfies Step
/** In the form of a tile. */
const onTile = { id: sessionId, state: 'working' as const, statusText: null, stale: false, stopRequestedAt: null }

export const sessionExamples = {
  'delegation.set': { input: { cardId, agentActorId: scout }, output: { delegation, session } },
  'delegation.clear': { after: ['delegation.set'], input: { cardId } },
  'session.open': {
    by: 'scout',
    input: { cardId, summary: 'Draft the announcement' },
    output: { ...session, initiatorActorId: scout, trigger: { type: 'api', summary: 'Draft the announcement' } },
  },
  'session.get': { after: scoutAsks, input: { sessionId }, output: waitingSession },
  'session.listForCard': { after: ['delegation.set'], input: { cardId }, output: [session] },
  'session.listForBoard': { after: scoutAsks, input: { boardId, state: 'awaiting_input' }, output: [waitingSession] },
  'session.mine': { by: 'scout', after: ['delegation.set'], input: { state: 'queued' }, output: [session] },
  'session.post': {
    by: 'scout',
    after: ['delegation.set'],
    input: { sessionId, op: 'update', state: 'working', statusText: 'Reading the notes', ifState: 'queued' },
    output: {
      event: {
        id: laterEventId,
        kind: 'state_change',
        createdAt: at,
        body: { from: 'queued', to: 'working', statusText: 'Reading the notes' },
      },
      session: working,
      news: { items: [], cursor: null },
    },
  },
  'session.update': {
    after: ['delegation.set'],
    input: { sessionId, budget: { tokens: 200_000, costUsd: 2.5 } },
    output: { ...session, budget: { tokens: 200_000, costUsd: 2.5 } },
  },
  'session.heartbeat': {
    by: 'scout',
    after: ['delegation.set', claim],
    input: { sessionId, generation: 1 },
    output: { session: claimedSession, news: { items: [], cursor: null } },
  },
  'work.claim': {
    by: 'scout',
    after: ['delegation.set'],
    input: { boardId },
    output: {
      card: { ...cardSummary, boardId, boardName: 'Launch', delegation, session: onTile, version: 2 },
      session: claimedSession,
      lease: claimedSession.lease,
      context: {
        cardTitle: cardSummary.title,
        description: cardRecord.description,
        author: { actorId: ada, role: 'admin' as const },
        checklist: [],
        recentComments: [],
        guidance: board.agentGuidance,
        summary: null,
      },
      news: { items: [], cursor: null },
    },
  },
  'session.events': {
    by: 'scout',
    after: scoutAsks,
    input: { sessionId },
    output: {
      events: [
        { id: firstEventId, kind: 'state_change', body: { from: null, to: 'queued' }, createdAt: at },
        {
          id: laterEventId,
          kind: 'state_change',
          createdAt: at,
          body: { from: 'queued', to: 'working', statusText: 'Reading the notes' },
        },
        { id: questionEventId, kind: 'question', body: { question: question.question, options: question.options }, createdAt: at },
      ],
    },
  },
  'session.answer': {
    after: scoutAsks,
    input: { sessionId, answer: 'Early price', questionEventId },
    output: {
      event: {
        id: nextEventId,
        kind: 'answer',
        createdAt: at,
        body: { answer: 'Early price', actorId: ada, questionEventId },
      },
      session: {
        ...working,
        lastAnswer: { questionEventId, question: question.question, answer: 'Early price', answeredByActorId: ada, at },
      },
    },
  },
  'session.start': {
    after: ['delegation.set', 'relation.put'],
    input: { sessionId },
    output: {
      event: { id: nextEventId, kind: 'log', body: { type: 'start_requested', byActorId: ada }, createdAt: at },
      session: { ...session, startRequestedAt: at, startRequestedBy: ada },
    },
  },
  'session.stop': {
    after: ['delegation.set', 'session.post'],
    input: { sessionId },
    output: {
      event: { id: nextEventId, kind: 'log', body: { type: 'stop_requested', byActorId: ada }, createdAt: at },
      session: { ...working, stopRequestedAt: at, stopRequestedBy: ada },
    },
  },
  'session.undo': {
    after: [
      'delegation.set',
      'session.post',
      { do: 'attachment.add', by: 'scout', input: { cardId, url: 'https://tickets.example/spring' } },
      { do: 'session.post', by: 'scout', input: { sessionId, op: 'complete', summary: 'The link is on the card.' } },
    ],
    input: { sessionId, ifUndone: false },
    output: {
      undone: [nextActivityId],
      conflicts: [],
      hidden: 0,
      cards: [{ cardId, cardKey: cardRecord.key, title: cardRecord.title, verbs: [{ verb: 'card.attachment_added', count: 1 }] }],
      isUndone: true,
    },
  },
} satisfies Examples
