import { z } from 'zod'
import { id, ifText, limit } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { external } from '../../records/author.ts'
import { comment, reaction, writtenComment } from '../../records/boards/board.ts'

const body = z.string().trim().min(1).max(100_000).describe('Markdown. `@handle` mentions a member; a mentioned agent starts to work.')

/** Compiled at run time: the build tools of the web app do not support the flag `v`, and the app checks no emoji. */
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v')
const emoji = z
  .string()
  .max(32)
  .refine((text) => oneEmoji.test(text) && new TextEncoder().encode(text).length <= 32, 'must be one emoji of at most 32 bytes')
  .describe('One emoji of at most 32 bytes.')
const reactionsOf = z.object({ commentId: id, reactions: z.array(reaction) })

/** Comments. Specification: service §4 and §6, decisions §3. */
export const comments = {
  'comment.create': mutation({
    summary: 'Comment on a card',
    spec: 'service §4 and §6',
    access: { target: 'card', role: 'member', scope: 'comments:write' },
    input: z.object({ cardId: id, body, external }),
    output: writtenComment,
    rest: 'POST /api/cards/:cardId/comments',
    status: 201,
    records: ['comment.added', 'comment.mentioned', 'agent_session.created', 'agent_session.log'],
  }),
  'comment.list': read({
    summary: "List a card's comments, newest first; with since, everything newer in ascending order",
    spec: 'decisions §3',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      cardId: id,
      limit,
      since: z.string().max(64).optional().describe('A comment id or an ISO-8601 time.'),
      before: id.optional().describe('A comment id: only older comments, newest first.'),
    }),
    output: z.array(comment),
    rest: 'GET /api/cards/:cardId/comments',
    paged: true,
  }),
  'comment.update': mutation({
    summary: 'Edit your own comment',
    spec: 'decisions §3',
    access: { target: 'comment', role: 'member', scope: 'comments:write' },
    input: z.object({ commentId: id, body, external, ifBody: ifText }),
    output: writtenComment,
    rest: 'PATCH /api/comments/:commentId',
    records: ['comment.edited', 'comment.mentioned', 'agent_session.created', 'agent_session.log'],
    errors: ['conflict'],
  }),
  'comment.react': mutation({
    summary: 'Add a reaction to a comment; one that you have already added is kept',
    spec: 'beyond §10',
    access: { target: 'comment', role: 'member', scope: 'comments:write' },
    input: z.object({ commentId: id, emoji }),
    output: reactionsOf,
    rest: 'PUT /api/comments/:commentId/reactions',
    records: ['comment.reaction_added'],
    errors: ['conflict'],
  }),
  'comment.unreact': mutation({
    summary: 'Remove your reaction from a comment; it is no error if there is none',
    spec: 'beyond §10',
    access: { target: 'comment', role: 'member', scope: 'comments:write' },
    input: z.object({ commentId: id, emoji }),
    output: null,
    rest: 'DELETE /api/comments/:commentId/reactions',
    records: ['comment.reaction_removed'],
  }),
  'comment.delete': mutation({
    summary: 'Delete your own comment, or any comment as a board admin',
    spec: 'decisions §3',
    access: { target: 'comment', role: 'member', scope: 'comments:write' },
    input: z.object({ commentId: id }),
    output: null,
    rest: 'DELETE /api/comments/:commentId',
    records: ['comment.deleted'],
  }),
} as const
