import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6 and decisions.md §3, §5: how plugins treat events, and acting for a person. */
export const plugins = {
  'integration.person-link.create': {
    source: 'decisions §5',
    rule: 'POST /api/integrations/self/person-links answers id, url and expiresAt.',
  },
  'integration.person-link.expires': { source: 'decisions §5', rule: 'A person link is void after 10 minutes.' },
  'integration.person-link.one-use': { source: 'decisions §5', rule: 'A person link can be confirmed once.' },
  'integration.person-link.shows': {
    source: 'decisions §5',
    rule: 'The page of a person link shows account, integration and board before the human confirms.',
  },
  'integration.person-link.claim-once': {
    source: 'decisions §5',
    rule: 'POST …/person-links/:id/claim yields a token of the human once, after confirmation.',
  },
  'integration.person-link.claim-scopes': {
    source: 'decisions §5',
    rule: 'The claimed token holds boards:read, notifications:read and sessions:write, leashed to the board.',
  },
  'integration.person-link.listed': {
    source: 'decisions §5',
    rule: 'The claimed token appears among the tokens of the human, who can revoke it.',
  },
  'integration.person-link.uninstall': { source: 'decisions §5', rule: 'Uninstalling the integration revokes the claimed tokens.' },
  'integration.person-link.answer': {
    source: 'decisions §5',
    rule: 'An answer given with the claimed token counts as an answer of the human.',
  },
  'integration.plugin.drops-echo': { source: 'service §6', rule: 'A plugin ignores an event whose actorId is its own actor.' },
  'integration.plugin.live-config': {
    source: 'service §6',
    rule: 'A plugin acts by a changed config after integration.updated without a restart.',
  },
  'integration.plugin.uninstalled-on-401': { source: 'service §6', rule: 'A plugin that gets 401 treats itself as uninstalled.' },
  'integration.inbound.before-mutation': {
    source: 'service §6',
    rule: 'A plugin refuses an inbound request with a wrong signature before it changes anything.',
  },
  'integration.inbound.slack-signature': { source: 'service §6', rule: 'The chat plugin checks v0= HMAC over v0:<timestamp>:<raw body>.' },
  'integration.inbound.slack-stale': { source: 'service §6', rule: 'The chat plugin rejects a stale timestamp.' },
  'integration.inbound.github-signature': {
    source: 'service §6',
    rule: 'The code-host plugin checks X-Hub-Signature-256 against sha256= HMAC of the raw body.',
  },
  'integration.inbound.gitlab-token': {
    source: 'service §6',
    rule: 'The other code-host plugin compares X-Gitlab-Token with the shared token in constant time.',
  },
  'integration.code-host.branch-created': {
    source: 'service §6',
    rule: 'Pushing a branch whose name has a card key emits vcs.branch_created.',
  },
  'integration.code-host.pr-drafted': { source: 'service §6', rule: 'Opening a draft or converting to draft emits vcs.pr_drafted.' },
  'integration.code-host.pr-opened': { source: 'service §6', rule: 'Opening or reopening a ready PR emits vcs.pr_opened.' },
  'integration.code-host.review-requested': {
    source: 'service §6',
    rule: 'A review requested, or submitted without approval, emits vcs.review_requested.',
  },
  'integration.code-host.pr-approved': { source: 'service §6', rule: 'An approving review emits vcs.pr_approved.' },
  'integration.code-host.pr-merged': { source: 'service §6', rule: 'Merging emits vcs.pr_merged with filters.targetBranch.' },
  'integration.code-host.several': {
    source: 'beyond §11',
    rule: 'With the rules of the install, a card with several pull requests comes to the Done list when the last open one is merged, or closed with another one merged. The rule condition openPullRequests counts the others that are open.',
  },
  'integration.code-host.pr-closed': { source: 'service §6', rule: 'Closing without a merge emits vcs.pr_closed.' },
  'integration.code-host.ten-cards': { source: 'service §6, service §8', rule: 'A PR links at most 10 cards.' },
  'integration.code-host.key-in-branch': {
    source: 'service §6',
    rule: 'A card key in lower case with hyphens in the branch name links the card.',
  },
  'integration.code-host.key-in-title': { source: 'service §6', rule: 'A card key in the title links the card.' },
  'integration.code-host.key-after-magic-word': {
    source: 'service §6',
    rule: 'In description and commits a key counts after fixes, closes, resolves, implements or refs only.',
  },
  'integration.code-host.word-boundary': {
    source: 'service §6',
    rule: 'A key glued to other word characters on either side links nothing.',
  },
  'integration.code-host.exact-number': { source: 'service §6', rule: 'ABC-12 does not match inside ABC-123.' },
  'integration.code-host.own-prefix': { source: 'service §6', rule: 'A key with the prefix of another board links nothing.' },
  'integration.code-host.linked-activity': { source: 'service §6', rule: 'Each card linked by a PR gets a card.linked activity.' },
  'integration.code-host.external-id': {
    source: 'decisions §3',
    rule: 'A PR that links several cards uses <project path>#<number>:<CARD-KEY> as externalId.',
  },
} as const satisfies RequirementTable
