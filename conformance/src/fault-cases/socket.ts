import type { FaultCase } from './fault-case.ts'

/** The socket. */
export const socket: Record<string, FaultCase> = {
  F81: {
    rule: 'A socket ticket is for one handshake; a page of another origin opens none.',
    provedIn: ['packages/server/test/socket/handshake.test.ts'],
  },
  F82: {
    rule: 'A socket that sends anything, or does not read, affects no other client.',
    provedIn: ['packages/server/test/socket/fuzz.test.ts', 'packages/server/test/socket/limits.heavy.test.ts'],
  },
  F83: { rule: 'Who loses a board while subscribed hears no more of it.', provedIn: ['packages/server/test/socket/access.test.ts'] },
  F84: { rule: 'A credential that ends closes its sockets.', provedIn: ['packages/server/test/socket/access.test.ts'] },
  F115: {
    rule: 'A handshake by cookie without Origin is let in; one with a foreign Origin never is.',
    provedIn: ['conformance/test/service/socket.test.ts', 'packages/server/test/socket/handshake.test.ts'],
  },
}
