import { z } from 'zod'

/** What the plugin keeps of a delivery of GitHub: the little that it acts on. */
const repository = z.string().describe('owner/name')
const installationId = z.number().nullable().describe('Of the GitHub App on the account; null for a webhook of a repository.')

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

export const pullRequest = z.object({
  number: z.number(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  branch: z.string(),
  targetBranch: z.string(),
  state: z.enum(['open', 'draft', 'merged', 'closed']),
  updatedAt: z.string(),
})
export type PullRequest = z.infer<typeof pullRequest>

export const githubEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('branch'), repository, branch: z.string(), url: z.string() }),
  z.object({
    kind: z.literal('pull_request'),
    ...{ repository, installationId, pullRequest },
    verb: codeHostVerb.nullable().describe('Null when only what it names may have changed.'),
    mayNameMore: z.boolean().describe('Whether its texts or commits may name cards that they did not name before.'),
  }),
  z.object({
    kind: z.literal('comment'),
    ...{ repository, number: z.number(), url: z.string(), author: z.string(), text: z.string() },
  }),
])
export type GithubEvent = z.infer<typeof githubEvent>
