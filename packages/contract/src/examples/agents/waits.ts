import type { Examples } from '../example.ts'
import { ada, at, boardId, cardId, scout, sessionId } from '../story.ts'
import { scoutAsks } from './sessions.ts'

export const waitExamples = {
  'wait.list': {
    after: scoutAsks,
    input: { boardId },
    output: {
      questions: [
        {
          boardId,
          boardName: 'Launch',
          cardId,
          cardKey: 'LCH-1',
          cardTitle: 'Write the announcement',
          sessionId,
          agent: { id: scout, name: 'Scout', handle: 'scout' },
          question: 'Which price should I use?',
          askedAt: at,
          tier: 2,
          people: [{ id: ada, name: 'Ada', handle: 'ada' }],
        },
      ],
      agents: [],
      cards: [],
      cycles: [],
      cutAtLimit: [],
    },
  },
} satisfies Examples
