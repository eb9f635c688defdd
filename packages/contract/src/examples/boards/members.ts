import type { Examples } from '../example.ts'
import { ada, at, boardId, grace, invitationId, later, password, scout, secrets } from '../story.ts'

const ofAda = { actorId: ada, role: 'admin' as const, kind: 'human' as const, name: 'Ada', handle: 'ada', avatarUrl: null }
const ofScout = { actorId: scout, role: 'member' as const, kind: 'agent' as const, name: 'Scout', handle: 'scout', avatarUrl: null }
export const treeMembers = [ofAda, ofScout]
const scoutAsMember = {
  ...ofScout,
  grantedRole: 'member' as const,
  status: 'active' as const,
  ownerActorId: ada,
  capabilities: { delegatable: true, mentionable: true },
  addedAt: at,
  deactivated: false,
}
/** Grace has an account by then. */
export const registered = {
  do: 'auth.register',
  by: 'nobody',
  input: { email: 'grace@example.com', password, name: 'Grace' },
  gives: { id: grace },
} as const

export const memberExamples = {
  'member.list': { input: { boardId }, output: [{ ...ofAda, status: 'active', addedAt: at, deactivated: false }, scoutAsMember] },
  'member.add': {
    input: { boardId, email: 'grace@example.com', role: 'member' },
    output: {
      actorId: null,
      email: 'grace@example.com',
      role: 'member',
      status: 'invited',
      inviteUrl: `http://127.0.0.1:3000/invite/${secrets.invitation}`,
    },
  },
  'member.update': {
    input: { boardId, actorId: scout, role: 'viewer' },
    output: { ...scoutAsMember, role: 'viewer', grantedRole: 'viewer' },
  },
  'member.remove': { input: { boardId, actorId: scout } },
  'invitation.list': {
    after: ['member.add'],
    input: { boardId },
    output: [
      { id: invitationId, boardId, email: 'grace@example.com', role: 'member', invitedByActorId: ada, createdAt: at, expiresAt: later },
    ],
  },
  'invitation.revoke': { after: ['member.add', 'invitation.list'], input: { boardId, invitationId } },
  'invitation.read': {
    by: 'nobody',
    after: ['member.add'],
    input: { token: secrets.invitation },
    output: { boardId, boardName: 'Launch', email: 'grace@example.com', role: 'member', invitedByName: 'Ada', expiresAt: later },
  },
  'invitation.accept': {
    by: 'grace',
    after: ['member.add', registered],
    input: { token: secrets.invitation },
    output: {
      actorId: grace,
      role: 'member',
      kind: 'human',
      name: 'Grace',
      handle: 'grace',
      avatarUrl: null,
      status: 'active',
      addedAt: at,
      deactivated: false,
      boardId,
    },
  },
  'invitation.listMine': {
    by: 'grace',
    after: [registered, 'member.add'],
    input: {},
    output: [
      {
        id: invitationId,
        boardId,
        boardName: 'Launch',
        role: 'member',
        invitedByActorId: ada,
        invitedByName: 'Ada',
        createdAt: at,
        expiresAt: later,
      },
    ],
  },
  'invitation.acceptMine': {
    by: 'grace',
    after: [registered, 'member.add', 'invitation.list'],
    input: { invitationId },
    output: {
      actorId: grace,
      role: 'member',
      kind: 'human',
      name: 'Grace',
      handle: 'grace',
      avatarUrl: null,
      status: 'active',
      addedAt: at,
      deactivated: false,
      boardId,
    },
  },
  'invitation.decline': { by: 'grace', after: [registered, 'member.add', 'invitation.list'], input: { invitationId } },
} satisfies Examples
