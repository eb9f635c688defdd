import { scoutAsks, waitingSession } from '../agents/sessions.ts'
import type { Examples } from '../example.ts'
import { cardSummary, delegation } from '../records.ts'
import { ada, at, boardId, identityId, newestAuditId, scout, scoutTokenId, sessionId, tandem, webSessionId } from '../story.ts'
import { question as askedNotification } from './notifications.ts'
import { adasScout, ownAda, ownScout, publicScout } from './people.ts'
import { scopes } from './tokens.ts'

const minted = {
  id: newestAuditId,
  actorId: ada,
  act: 'token.create',
  outcome: 'ok',
  credential: 'session',
  address: '127.0.0.1',
  detail: { tokenId: scoutTokenId, label: 'Scout on my laptop', actorId: scout, scopes, expiresAt: null },
  createdAt: at,
}
const theService = {
  ...ownScout,
  id: tandem,
  name: 'Tandem',
  handle: 'tandem',
  ownerActorId: null,
  capabilities: { delegatable: false, mentionable: false },
}

const adaElsewhere = {
  id: identityId,
  providerName: 'Example accounts',
  issuer: 'https://accounts.example.com',
  email: 'ada@example.com',
  createdAt: at,
  lastUsedAt: at,
}

export const inBrowser = {
  id: webSessionId,
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  isCurrent: true,
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
}

/** An image of one dot. */
const portrait = () =>
  new File(
    [
      Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='), (byte) =>
        byte.charCodeAt(0),
      ),
    ],
    'portrait.png',
    { type: 'image/png' },
  )

export const actorExamples = {
  'me.get': { input: {}, output: { ...ownAda, auth: { method: 'session', tokenId: null, scopes: null, boardId: null } } },
  'me.update': {
    input: { name: 'Ada Lovelace', timezone: 'Europe/Berlin', locale: 'de-AT' },
    output: { ...ownAda, name: 'Ada Lovelace', timezone: 'Europe/Berlin', locale: 'de-AT' },
  },
  'me.setAvatar': { input: { file: portrait() }, output: { ...ownAda, avatarUrl: `/api/actors/${ada}/avatar?v=6b7fa434f92a` } },
  'me.work': {
    after: ['card.assign', ...scoutAsks],
    input: { limit: 10 },
    output: {
      assigned: [
        {
          ...cardSummary,
          boardId,
          boardName: 'Launch',
          assigneeActorIds: [ada],
          delegation,
          version: 3,
          session: { id: sessionId, state: 'awaiting_input', statusText: 'Reading the notes', stale: false, stopRequestedAt: null },
        },
      ],
      delegated_to_me: [],
      liveSessions: [],
      sessions_awaiting_me: [waitingSession],
      notifications: [askedNotification],
      news: { items: [], cursor: null },
      agentPausedAt: null,
      atCapacity: [],
      notReady: [],
      pausedBoards: [],
      overBudgetBoards: [],
      cutAtLimit: [],
    },
  },
  'me.audit': { input: { limit: 1 }, output: [minted] },
  'me.identities.list': { input: {}, output: [adaElsewhere] },
  'me.identities.unlink': { after: ['me.identities.list'], input: { identityId } },
  'webSession.list': { input: {}, output: [inBrowser] },
  'webSession.end': { after: ['webSession.list'], input: { webSessionId } },
  'webSession.endOthers': { input: {} },
  'actor.avatar': {
    after: ['me.setAvatar'],
    input: { actorId: ada, v: '6b7fa434f92a' },
    output: new File([], 'avatar.webp', { type: 'image/webp' }),
  },
  'actor.find': { input: { handle: 'scout' }, output: publicScout },
  'agent.create': { input: { name: 'Scout', handle: 'scout' }, output: adasScout },
  'agent.list': { input: {}, output: [adasScout] },
  'agent.update': {
    input: { agentActorId: scout, capabilities: { mentionable: false } },
    output: { ...adasScout, capabilities: { delegatable: true, mentionable: false } },
  },
  'agent.setAvatar': {
    input: { agentActorId: scout, file: portrait() },
    output: { ...adasScout, avatarUrl: `/api/actors/${scout}/avatar?v=6b7fa434f92a` },
  },
  'agent.deactivate': { input: { agentActorId: scout } },
  'admin.actors.list': { input: {}, output: [ownScout, ownAda, theService] },
  'admin.actors.update': { input: { actorId: scout, deactivated: true }, output: { ...ownScout, deactivatedAt: at } },
  'admin.audit': { input: { actorId: ada, limit: 1 }, output: [minted] },
} satisfies Examples
