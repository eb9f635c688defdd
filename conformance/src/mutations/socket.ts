import type { Mutation } from './mutation.ts'

const scenarios = 'conformance/test/socket.test.ts'
const feed = 'packages/server/src/live/feed.ts'
const mount = 'packages/server/src/surfaces/socket/mount.ts'

export const socketMutations: readonly Mutation[] = [
  {
    breaks: 'socket.auth.ticket-once',
    file: 'packages/server/src/kernel/identity/authenticate.ts',
    find: '`delete from socket_tickets where hash = ${hash} and expires_at > ${now} returning method, credential_id`',
    replace: '`select method, credential_id from socket_tickets where hash = ${hash} and expires_at > ${now}`',
    scenarios,
    title: 'a ticket is for one handshake',
  },
  {
    breaks: 'socket.auth.ticket-expires',
    file: 'packages/server/src/kernel/identity/authenticate.ts',
    find: 'where hash = ${hash} and expires_at > ${now} returning method',
    replace: 'where hash = ${hash} and ${now} is not null returning method',
    scenarios,
    title: 'a ticket is for one handshake',
  },
  {
    breaks: 'socket.auth.foreign-origin',
    file: mount,
    find: '  refuseForeignOrigin(deps.config, request)\n',
    replace: '',
    scenarios,
    title: 'another origin',
  },
  {
    breaks: 'socket.subscribe.unreadable',
    file: 'packages/server/src/live/live.ts',
    find: 'return await queries(() => loadTarget(database, listener.principal, readBoard, { boardId }))',
    replace: 'return await queries(async () => ({ seq: 0, boardId }))',
    scenarios,
    title: 'who subscribes',
  },
  {
    breaks: 'socket.resume.no-gap',
    file: feed,
    find: 'if (!leadsOn && (follower.position >= seq || activities.length === 0)) {',
    replace: 'if (follower.position > 0) {',
    scenarios,
    title: 'since misses nothing',
  },
  {
    breaks: 'socket.resume.no-repeat',
    file: feed,
    find: 'else if (position < until) listener.write(Buffer.concat(frames.slice(position - from, until - from)), until - position)',
    replace: 'else if (position < until) listener.write(whole, frames.length)',
    scenarios,
    title: 'since misses nothing',
  },
  {
    breaks: 'socket.access.lost',
    file: feed,
    find: "activities.filter(({ verb }) => verb === 'member.removed')",
    replace: 'activities.slice(0, 0)',
    scenarios,
    title: 'who is removed',
  },
  {
    breaks: 'socket.access.revoked',
    file: 'packages/server/src/live/credentials.ts',
    find: 'if (!active.has(id)) for',
    replace: "if (!active.has(id) && id === '') for",
    scenarios,
    title: 'revoked or expires',
  },
  {
    breaks: 'socket.notification.own-only',
    file: 'packages/server/src/live/inboxes.ts',
    find: 'of inboxes.get(notification.actorId)?.listeners ?? []',
    replace: 'of [...inboxes.values()].flatMap((inbox) => [...inbox.listeners])',
    scenarios,
    title: 'a new row of the inbox',
  },
  {
    breaks: 'socket.slow.closed',
    file: 'packages/server/src/surfaces/socket/connection.ts',
    find: 'if (socket.writableLength > mostWaitingOctets)',
    replace: 'if (socket.writableLength > 100 * mostWaitingOctets)',
    scenarios,
    title: '4 MiB unread',
  },
  {
    breaks: 'ops.shutdown.closes-sockets',
    file: mount,
    find: "  for (const connection of open) connection.close('restart')\n",
    replace: '',
    scenarios,
    title: 'SIGTERM',
  },
]
