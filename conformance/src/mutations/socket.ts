import type { Mutation } from './mutation.ts'

const provedBy = 'conformance/test/service/socket.test.ts'
const feed = 'packages/server/src/live/feed.ts'
const mount = 'packages/server/src/surfaces/socket/mount.ts'

export const socketMutations: readonly Mutation[] = [
  {
    breaks: 'socket.auth.ticket-once',
    behaviour: 'A ticket opens one socket.',
    file: 'packages/server/src/kernel/identity/authenticate.ts',
    replace: [
      '`delete from socket_tickets where hash = ${hash} and expires_at > ${now} returning method, credential_id`',
      '`select method, credential_id from socket_tickets where hash = ${hash} and expires_at > ${now}`',
    ],
    provedBy,
    title: 'a ticket is for one handshake',
  },
  {
    breaks: 'socket.auth.ticket-expires',
    behaviour: 'An expired ticket opens no socket.',
    file: 'packages/server/src/kernel/identity/authenticate.ts',
    behind: 'const useTicket',
    replace: ['expires_at > ${now}', '${now} is not null'],
    provedBy,
    title: 'a ticket is for one handshake',
  },
  {
    breaks: 'socket.auth.foreign-origin',
    behaviour: 'A handshake by cookie from a page of another origin is refused.',
    file: mount,
    replace: ['  refuseForeignOrigin(deps.config, request)\n', ''],
    provedBy,
    title: 'another origin',
  },
  {
    breaks: 'socket.subscribe.unreadable',
    behaviour: 'A socket follows no board that its actor cannot read.',
    file: 'packages/server/src/live/live.ts',
    replace: [
      'return await queries(() => loadTarget(database, listener.principal, readBoard, { boardId }))',
      'return await queries(async () => ({ seq: 0, boardId }))',
    ],
    provedBy,
    title: 'who subscribes',
  },
  {
    breaks: 'socket.resume.no-gap',
    behaviour: 'A socket that resumes misses no event.',
    file: feed,
    replace: ['if (!leadsOn && (follower.position >= seq || activities.length === 0)) {', 'if (follower.position > 0) {'],
    provedBy,
    title: 'since misses nothing',
  },
  {
    breaks: 'socket.resume.no-repeat',
    behaviour: 'A socket that resumes gets no event twice.',
    file: feed,
    behind: 'const until',
    replace: ['Buffer.concat(frames.slice(position - from, until - from)), until - position', 'whole, frames.length'],
    provedBy,
    title: 'since misses nothing',
  },
  {
    breaks: 'socket.access.lost',
    behaviour: 'A socket hears no more of a board that its actor was removed from.',
    file: feed,
    replace: ["activities.filter(({ verb }) => verb === 'member.removed')", 'activities.slice(0, 0)'],
    provedBy,
    title: 'who is removed',
  },
  {
    breaks: 'socket.access.revoked',
    behaviour: 'A socket closes when its credential ends.',
    file: 'packages/server/src/live/credentials.ts',
    replace: ['if (!active.has(id)) for', "if (!active.has(id) && id === '') for"],
    provedBy,
    title: 'revoked or expires',
  },
  {
    breaks: 'socket.notification.own-only',
    behaviour: 'A socket hears of the notifications of its own actor only.',
    file: 'packages/server/src/live/inboxes.ts',
    replace: ['of inboxes.get(notification.actorId)?.listeners ?? []', 'of [...inboxes.values()].flatMap((inbox) => [...inbox.listeners])'],
    provedBy,
    title: 'a new row of the inbox',
  },
  {
    breaks: 'socket.slow.closed',
    behaviour: 'A socket that reads too slowly is closed.',
    file: 'packages/server/src/surfaces/socket/connection.ts',
    replace: ['if (socket.writableLength > mostWaitingOctets)', 'if (socket.writableLength > 100 * mostWaitingOctets)'],
    provedBy,
    title: '4 MiB unread',
  },
  {
    breaks: 'ops.shutdown.closes-sockets',
    behaviour: 'A service that stops closes its sockets with the reason restart.',
    file: mount,
    replace: ["  for (const connection of open) connection.close('restart')\n", ''],
    provedBy,
    title: 'SIGTERM',
  },
]
