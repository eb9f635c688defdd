import type { RequirementTable } from '../requirement-table.ts'

/** Service.md §4, §5, §6 and decisions.md §5: live push at /ws. */
export const socket = {
  'socket.auth.cookie': { source: 'service §5', rule: 'The handshake succeeds with a session cookie.' },
  'socket.auth.bearer': { source: 'service §5', rule: 'The handshake succeeds with an Authorization Bearer header.' },
  'socket.auth.ticket': { source: 'service §4, service §5', rule: 'The handshake succeeds with ?ticket= from POST /api/ws-ticket.' },
  'socket.auth.ticket-once': { source: 'service §5, decisions §5', rule: 'A ticket works for one handshake.' },
  'socket.auth.ticket-expires': { source: 'decisions §5', rule: 'A ticket is void after 30 s.' },
  'socket.auth.ticket-shape': { source: 'decisions §5', rule: 'POST /api/ws-ticket answers {ticket, expiresAt}.' },
  'socket.auth.token-in-url': { source: 'service §5', rule: 'A bearer token in the URL never authenticates the handshake.' },
  'socket.auth.refused': { source: 'service §5', rule: 'A handshake without a valid credential is refused.' },
  'socket.auth.foreign-origin': { source: 'decisions §5', rule: 'A browser handshake with a foreign Origin is refused.' },
  'socket.auth.no-origin': { source: 'service §5', rule: 'A handshake by cookie without Origin succeeds.' },
  'socket.subscribe.confirmed': {
    source: 'service §6, decisions §5',
    rule: 'subscribe with a readable boardId is answered by {type: subscribed, boardId, seq}.',
  },
  'socket.subscribe.unreadable': {
    source: 'decisions §5',
    rule: 'subscribe with an unreadable board is answered by an error frame with boardId.',
  },
  'socket.subscribe.unsubscribe': { source: 'service §6', rule: 'After unsubscribe no event of that board arrives.' },
  'socket.event.frame': {
    source: 'service §6, decisions §5',
    rule: 'An activity of a subscribed board arrives as {type: event, boardId, seq, activity}.',
  },
  'socket.event.other-boards': { source: 'service §6', rule: 'No event of a board without subscription arrives.' },
  'socket.resume.replays': { source: 'decisions §5', rule: 'subscribe with since replays the missed events and goes on live.' },
  'socket.resume.no-gap': { source: 'decisions §3, decisions §5', rule: 'Resuming by seq under concurrent writers misses no event.' },
  'socket.resume.no-repeat': { source: 'decisions §3, decisions §5', rule: 'Resuming by seq under concurrent writers repeats no event.' },
  'socket.presence.frame': {
    source: 'service §6, decisions §5',
    rule: 'A client that reports presence appears to the subscribers in {type: presence, boardId, actors: [{actorId, cardId}]}.',
  },
  'socket.notification.frame': {
    source: 'service §6, decisions §5',
    rule: 'A new inbox row of the connected actor arrives as {type: notification, notification}.',
  },
  'socket.notification.no-subscription': { source: 'service §6', rule: 'Notification frames need no board subscription.' },
  'socket.notification.own-only': { source: 'service §6', rule: 'No notification of another actor arrives.' },
  'socket.ping.pong': { source: 'decisions §5', rule: 'ping is answered by pong.' },
  'socket.error.frame': {
    source: 'service §6, decisions §5',
    rule: 'A frame that cannot be understood is answered by {type: error, error: {code, message}}.',
  },
  'socket.access.lost': { source: 'decisions §5', rule: 'Losing access to a board ends its subscription with an error frame.' },
  'socket.access.revoked': { source: 'decisions §5', rule: 'Revoking the token or session closes the socket with 4401.' },
  'socket.access.leash': { source: 'service §5, decisions §2', rule: 'A socket of a leashed token cannot subscribe to another board.' },
  'socket.slow.closed': { source: 'decisions §5', rule: 'A consumer that leaves more than 4 MiB undrained is closed with 4408.' },
} as const satisfies RequirementTable
