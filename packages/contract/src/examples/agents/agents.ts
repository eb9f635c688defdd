import { registered } from '../boards/members.ts'
import type { Examples } from '../example.ts'
import { ada, agentRequestId, at, boardId, grace, gracesBoardId, scout } from '../story.ts'

const asksForScout = {
  do: 'member.add',
  by: 'grace',
  input: { boardId: gracesBoardId, actorId: scout, role: 'member' },
  gives: { requestId: agentRequestId },
} as const
/** Grace has a board of her own, and asks for Ada's agent. */
const graceAsks = [
  registered,
  { do: 'board.create', by: 'grace', input: { name: 'Research', keyPrefix: 'RES' }, gives: { id: gracesBoardId } },
  asksForScout,
] as const

const settled = { requestId: agentRequestId, agentActorId: scout, boardId: gracesBoardId, role: 'member' as const, settledAt: at }

export const agentExamples = {
  'agent.requests': {
    after: graceAsks,
    input: { agentActorId: scout },
    output: [
      {
        id: agentRequestId,
        agentActorId: scout,
        boardId: gracesBoardId,
        boardName: 'Research',
        role: 'member',
        requestedBy: { id: grace, name: 'Grace', handle: 'grace', kind: 'human' },
        createdAt: at,
      },
    ],
  },
  'member.requests': {
    by: 'grace',
    after: graceAsks,
    input: { boardId: gracesBoardId },
    output: [
      {
        id: agentRequestId,
        boardId: gracesBoardId,
        role: 'member',
        requestedByActorId: grace,
        createdAt: at,
        agent: { actorId: scout, name: 'Scout', handle: 'scout', avatarUrl: null },
        owner: { actorId: ada, name: 'Ada', handle: 'ada' },
      },
    ],
  },
  'agent.settleRequest': {
    after: graceAsks,
    input: { agentActorId: scout, requestId: agentRequestId, accept: true },
    output: { ...settled, status: 'accepted' },
  },
  'agent.boards': {
    input: { agentActorId: scout },
    output: [
      {
        boardId,
        name: 'Launch',
        role: 'member',
        grantedRole: 'member',
        ownerRole: 'admin',
        addedAt: at,
        acceptedAt: null,
        archived: false,
      },
    ],
  },
  'agent.leaveBoard': { input: { agentActorId: scout, boardId } },
} satisfies Examples
