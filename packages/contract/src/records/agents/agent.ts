import { z } from 'zod'
import { id, role, timestamp } from '../../fields.ts'

/** The boards of an agent, and the requests for it. Specification: beyond §1. */
export const agentRequest = z
  .object({
    id,
    agentActorId: id,
    boardId: id,
    boardName: z.string(),
    role: role.describe('The requested role; it never has more than its owner.'),
    requestedBy: z.object({ id, name: z.string(), handle: z.string(), kind: z.enum(['human', 'agent']) }),
    createdAt: timestamp,
  })
  .meta({ id: 'AgentRequest' })
export type AgentRequest = z.infer<typeof agentRequest>

export const settledRequest = z
  .object({
    requestId: id,
    agentActorId: id,
    boardId: id,
    role,
    status: z.enum(['accepted', 'declined']),
    settledAt: timestamp,
  })
  .meta({ id: 'SettledRequest' })
export type SettledRequest = z.infer<typeof settledRequest>

/** A board of an agent, as its owner sees it. */
export const agentBoard = z
  .object({
    boardId: id,
    name: z.string(),
    role: role.describe('Its role now.'),
    grantedRole: role.describe('The role that it was given.'),
    ownerRole: role.nullable().describe('The role of its owner there; null if the owner is not a member.'),
    addedAt: timestamp,
    acceptedAt: timestamp.nullable().describe('When its owner accepted the request to add it; null if the owner added it.'),
    archived: z.boolean(),
  })
  .meta({ id: 'AgentBoard' })
export type AgentBoard = z.infer<typeof agentBoard>
