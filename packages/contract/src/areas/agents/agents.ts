import { z } from 'zod'
import { id } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { agentBoard, agentRequest, settledRequest } from '../../records/agents/agent.ts'

/** Requests for an agent, and its boards: its owner decides on which boards it works. Specification: beyond §1. */
export const agents = {
  'agent.requests': read({
    summary: 'List the boards that request your agent, newest first',
    spec: 'beyond §1',
    access: { self: true, scope: 'agents:write' },
    input: z.object({ agentActorId: id }),
    output: z.array(agentRequest),
    rest: 'GET /api/agents/:agentActorId/requests',
    errors: ['not_found'],
  }),
  'agent.settleRequest': mutation({
    summary: 'Accept or decline a request for your agent to join a board',
    spec: 'beyond §1',
    access: { self: true, scope: 'agents:write' },
    input: z.object({ agentActorId: id, requestId: id, accept: z.boolean() }),
    output: settledRequest,
    rest: 'POST /api/agents/:agentActorId/requests/:requestId',
    records: ['member.added', 'member.request_declined'],
    errors: ['not_found', 'conflict'],
  }),
  'agent.boards': read({
    summary: 'List the boards of an agent: one of yours, or the calling agent itself',
    spec: 'beyond §1',
    // An agent reads its own: the runner leaves out the boards that its owner has not accepted.
    access: { self: true, scope: 'boards:read' },
    input: z.object({ agentActorId: id }),
    output: z.array(agentBoard),
    rest: 'GET /api/agents/:agentActorId/boards',
    errors: ['not_found', 'forbidden'],
  }),
  'agent.leaveBoard': mutation({
    summary: 'Remove your agent from a board, even from one that you cannot see',
    spec: 'beyond §1',
    access: { self: true, scope: 'agents:write' },
    input: z.object({ agentActorId: id, boardId: id }),
    output: null,
    rest: 'DELETE /api/agents/:agentActorId/boards/:boardId',
    records: [
      'member.removed',
      'member.request_declined',
      'member.invitation_revoked',
      'card.unassigned',
      'card.undelegated',
      'list.updated',
      'agent_session.failed',
      'integration.removed',
      'webhook.updated',
      'rule.updated',
    ],
    errors: ['not_found'],
  }),
} as const
