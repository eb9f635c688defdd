import { z } from 'zod'
import { httpUrl, id, limit } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { entityLink } from '../../records/cards/card.ts'
import { activity, type Verb } from '../../verbs.ts'

const externalSystem = z.string().trim().min(1).max(100)
const externalId = z.string().trim().min(1).max(500)
const title = z.string().max(500)

const codeHostVerbs = [
  'vcs.branch_created',
  'vcs.pr_drafted',
  'vcs.pr_opened',
  'vcs.review_requested',
  'vcs.pr_approved',
  'vcs.pr_merged',
  'vcs.pr_closed',
] as const satisfies readonly Verb[]

/** Links from cards to objects of external systems, and events from there. Specification: service §2, §4 and §6, decisions §3 and §5. */
export const links = {
  'link.put': mutation({
    summary: 'Link a card to an external object; an existing link on another card of the board is moved',
    spec: 'service §2, decisions §3',
    access: { target: 'card', role: 'member', scope: 'integrations:write' },
    input: z.object({
      cardId: id,
      externalSystem,
      externalId: externalId.describe('Together with `externalSystem`, unique within your integration.'),
      externalUrl: httpUrl,
      title: title.nullable().optional(),
      state: z.string().max(100).nullable().optional().describe('The state of the object there, such as `open` or `merged`.'),
    }),
    output: entityLink,
    rest: 'PUT /api/cards/:cardId/links',
    records: ['card.linked', 'card.unlinked', 'card.updated'],
    errors: ['conflict'],
  }),
  'link.delete': mutation({
    summary: 'Unlink a card from an external object',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'integrations:write' },
    input: z.object({ cardId: id, linkId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/links/:linkId',
    records: ['card.unlinked'],
  }),
  'link.find': read({
    summary: "Find your own integration's links by external object",
    spec: 'decisions §3',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({
      externalSystem,
      externalId: externalId.optional(),
      externalIdPrefix: externalId
        .optional()
        .describe('All links whose externalId starts with this, such as the links of one pull request to several cards.'),
      limit,
      cursor: id.optional().describe('The id of the last link of the previous page.'),
    }),
    output: z.array(entityLink),
    rest: 'GET /api/links',
    paged: true,
  }),
  'card.event': mutation({
    summary: 'Report an event of a code host for a card',
    spec: 'service §4 and §6, decisions §5',
    access: { target: 'card', role: 'member', scope: 'integrations:write' },
    input: z.object({
      cardId: id,
      verb: z.enum(codeHostVerbs),
      targetBranch: z.string().min(1).max(255).optional(),
      externalSystem: externalSystem.optional(),
      externalId: externalId.optional(),
      externalUrl: httpUrl.optional(),
      title: title.optional(),
    }),
    output: activity,
    rest: 'POST /api/cards/:cardId/events',
    status: 201,
    records: codeHostVerbs,
  }),
} as const
