import type { Examples } from '../example.ts'
import { oldHashes as hashes } from '../hashes.ts'
import { otherCardRecord } from '../records.ts'
import { ada, at, importedBoardId, importedCardId, importId, oldActivityIds, oldBoardId, oldCardId, oldListId } from '../story.ts'
import { oldBoard } from './boards.ts'
import { treeMembers } from './members.ts'

const [ofAda] = treeMembers
const [first, second, third] = oldActivityIds
const onOldBoard = { boardId: oldBoardId, actorId: ada, createdAt: at }

/** The export of a small board from Trello. */
function trelloFile(): File {
  const list = { id: 'a1', name: 'Ideas' }
  const card = { id: 'c1', idList: list.id, name: 'Invite the press', desc: '' }
  const action = { id: 'e1', type: 'createCard', date: at, memberCreator: { fullName: 'Grace' }, data: { card: { id: card.id } } }
  return new File([JSON.stringify({ name: 'Launch on Trello', lists: [list], cards: [card], actions: [action] })], 'trello.json')
}

const imported = {
  importId,
  filename: 'trello.json',
  state: 'done' as const,
  done: 4,
  total: 4,
  boardId: importedBoardId,
  report: { source: 'trello' as const, created: { lists: 1, cards: 1, history: 1 }, skipped: [], skippedCount: 0, error: null },
  createdAt: at,
  finishedAt: at,
}

export const transferExamples = {
  'board.export': {
    after: [
      oldBoard,
      { do: 'list.create', input: { boardId: oldBoardId, name: 'Ideas' }, gives: { id: oldListId } },
      { do: 'card.create', input: { listId: oldListId, title: 'Book the hall' }, gives: { id: oldCardId } },
    ],
    input: { boardId: oldBoardId },
    output: {
      format: 'tandem-board',
      formatVersion: 1,
      exportedAt: at,
      board: {
        id: oldBoardId,
        name: 'Launch of last year',
        description: '',
        agentGuidance: '',
        reviewByOthers: false,
        completeParents: false,
        maxAgentSessions: null,
        monthlyBudget: null,
        keyPrefix: 'OLD',
        archivedAt: null,
        createdAt: at,
        seq: 3,
      },
      log: { seq: 3, hash: hashes[2].hash },
      members: ofAda ? [ofAda] : [],
      labels: [],
      fields: [],
      views: [],
      rules: [],
      importedHistory: [],
      actors: [],
      lists: [
        {
          id: oldListId,
          boardId: oldBoardId,
          name: 'Ideas',
          rank: 'a0',
          wipLimit: null,
          wipPolicy: 'warn',
          category: 'none',
          acceptance: 'none',
          queue: null,
          color: null,
          archivedAt: null,
          createdAt: at,
        },
      ],
      cards: [
        {
          ...otherCardRecord,
          id: oldCardId,
          boardId: oldBoardId,
          listId: oldListId,
          number: 1,
          key: 'OLD-1',
          rank: 'a0',
          author: { actorId: ada, role: 'admin' as const },
          archivedWithList: false,
          checklistItems: [],
          comments: [],
          links: [],
          attachments: [],
          fieldValues: [],
          watchers: [],
          relations: [],
          sessions: [],
        },
      ],
      activity: [
        { ...onOldBoard, ...hashes[0], id: first, seq: 1, cardId: null, verb: 'board.created', payload: { name: 'Launch of last year' } },
        {
          ...onOldBoard,
          ...hashes[1],
          id: second,
          seq: 2,
          cardId: null,
          verb: 'list.created',
          payload: { listId: oldListId, name: 'Ideas' },
        },
        {
          ...onOldBoard,
          ...hashes[2],
          id: third,
          seq: 3,
          cardId: oldCardId,
          verb: 'card.created',
          payload: { title: 'Book the hall', listId: oldListId },
        },
      ],
    },
  },
  'board.import': { input: { file: trelloFile() }, output: { importId } },
  'import.get': { after: ['board.import'], input: { importId }, output: imported },
  'import.list': { after: ['board.import', 'import.get'], input: {}, output: [imported] },
  'import.history': {
    after: ['board.import', 'import.get'],
    input: { boardId: importedBoardId },
    output: [
      {
        seq: 1,
        at,
        actorName: 'Grace',
        verb: 'trello.createCard',
        cardId: importedCardId,
        payload: { card: { id: 'c1' } },
      },
    ],
  },
} satisfies Examples
