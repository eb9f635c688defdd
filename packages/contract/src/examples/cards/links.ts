import type { Examples } from '../example.ts'
import { mergedHashes } from '../hashes.ts'
import { at, boardId, cardId, integrationId, linkId, newestActivityId, plugin } from '../story.ts'

const externalUrl = 'https://github.com/acme/site/pull/7'
const link = {
  id: linkId,
  linkId,
  cardId,
  integrationId,
  system: 'github',
  externalSystem: 'github',
  externalId: 'acme/site#7:LCH-1',
  url: externalUrl,
  externalUrl,
  title: null,
  state: 'open',
  createdAt: at,
}

export const linkExamples = {
  'link.put': {
    by: 'plugin',
    after: ['integration.install'],
    input: { cardId, externalSystem: 'github', externalId: 'acme/site#7:LCH-1', externalUrl, state: 'open' },
    output: link,
  },
  'link.delete': { by: 'plugin', after: ['integration.install', 'link.put'], input: { cardId, linkId } },
  'link.find': {
    by: 'plugin',
    after: ['integration.install', 'link.put'],
    input: { externalSystem: 'github', externalIdPrefix: 'acme/site#7:' },
    output: [link],
  },
  'card.event': {
    by: 'plugin',
    after: ['integration.install'],
    input: { cardId, verb: 'vcs.pr_merged', targetBranch: 'main' },
    output: {
      id: newestActivityId,
      boardId,
      seq: 11,
      cardId,
      actorId: plugin,
      verb: 'vcs.pr_merged',
      payload: { filters: { targetBranch: 'main' } },
      createdAt: at,
      ...mergedHashes,
      origin: { integrationId },
    },
  },
} satisfies Examples
