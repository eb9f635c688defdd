import { z } from 'zod'
import { timestamp } from '../../fields.ts'
import { mutation } from '../../operation.ts'

/** Tickets for the socket. Specification: service §4 and §5, decisions §5. */
export const live = {
  'socket.ticket': mutation({
    summary: 'Get a ticket for one WebSocket handshake within 30 seconds',
    spec: 'service §4 and §5, decisions §5',
    access: { self: true },
    input: z.object({}),
    output: z.object({ ticket: z.string().nullable().describe('Shown only once; null in a replay.'), expiresAt: timestamp }),
    rest: 'POST /api/ws-ticket',
    status: 201,
    secrets: ['ticket'],
    // The ticket is valid for half a minute and grants no more than the credential itself. Each connection of each browser takes one: the
    // audit log would hold little else.
    unaudited: true,
  }),
} as const
