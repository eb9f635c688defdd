import type { Refusal } from './refusal.ts'

/** Tokens and sign-in. */
export const signInRefusals = {
  lastWayIn: { code: 'conflict', says: 'This is your only way to sign in. Connect another account or set a password first.' },
  identitiesFull: { code: 'conflict', says: 'You have already connected {count} accounts. Disconnect one first.' },
  identityTaken: {
    code: 'conflict',
    says: 'That account is connected to another account here. Disconnect it there first, or choose another.',
  },
  signInTwice: { code: 'conflict', says: 'You started signing in twice at the same time. Try again.' },
  knownEmail: {
    code: 'duplicate_email',
    says: 'An account with your e-mail already exists. Sign in as before, then connect this provider in Settings under Sign-in.',
  },
  accountDeactivated: { code: 'forbidden', says: 'This account is deactivated. Ask an instance admin.' },
  callerDeactivated: { code: 'unauthorized', says: 'This account is deactivated. Ask an instance admin.' },
  nothingChosen: { of: 'field', says: 'nothing is selected. Select at least one permission, or deny.' },
  noBoardChosen: { of: 'field', says: 'none is selected. Select at least one board, or all boards of the agent.' },
  boardNotYours: { of: 'field', says: 'you no longer have access to one of them. Select again.' },
  agentNotYours: { of: 'field', says: 'is not yours or is deactivated. Choose another.' },
  agentNotOnBoard: {
    of: 'field',
    says: 'the agent is not on {name}, and you are not an admin there. Ask {admins} to add it, or leave the board out.',
  },
  agentNotOnBoardWithoutAdmin: {
    of: 'field',
    says: 'the agent is not on {name}, and you are not an admin there. Ask an admin of the board to add it, or leave the board out.',
  },
  boardChanged: { code: 'conflict', says: 'A board has changed since you opened this page. Select again.' },
  boardUnreadable: { of: 'field', says: 'board {boardId} does not exist or is not visible to you. Check the id.' },
} as const satisfies Record<string, Refusal>
