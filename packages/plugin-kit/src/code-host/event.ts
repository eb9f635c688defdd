import { z } from 'zod'

/** The stored part of a delivery of a code host, reduced to the fields in use. A merge request is called a pull request here. */
const repository = z.string().describe('The path of the repository, such as owner/name.')

const codeHostVerb = z.enum([
  'vcs.branch_created',
  'vcs.pr_drafted',
  'vcs.pr_opened',
  'vcs.review_requested',
  'vcs.pr_approved',
  'vcs.pr_merged',
  'vcs.pr_closed',
])
export type CodeHostVerb = z.infer<typeof codeHostVerb>

export const hostedPullRequest = z.object({
  number: z.number(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  branch: z.string(),
  targetBranch: z.string(),
  state: z.enum(['open', 'draft', 'merged', 'closed']),
  updatedAt: z.string().describe('ISO-8601 in UTC: the later one is the greater text.'),
})
export type HostedPullRequest = z.infer<typeof hostedPullRequest>

export const codeHostEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('branch'), repository, branch: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('pull_request'),
    repository,
    pullRequest: hostedPullRequest,
    installationId: z.number().nullish().describe('Of the GitHub App on the account through which it was heard of.'),
    verbs: z.array(codeHostVerb).max(8).describe('Empty when only what it names may have changed.'),
    mayNameMore: z.boolean().describe('Whether its commits may name cards that they did not name before.'),
  }),
  z.object({
    kind: z.literal('comment'),
    repository,
    at: z.string().describe('As the host writes it: !7, #7.'),
    url: z.string(),
    author: z.string(),
    text: z.string(),
  }),
])
export type CodeHostEvent = z.infer<typeof codeHostEvent>
