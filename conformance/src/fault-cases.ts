/**
 * The faults and attacks that Tandem's own tests try: one case a line, and the files whose tests prove it. Each of these tests has the id
 * in its name; `npm test` checks that it exists, and CI that it passed (scripts/add-counts.ts).
 */
export type FaultCase = {
  rule: string
  provedIn: readonly string[]
  /** The same test at a larger scale, too long for CI: `npm run test:faults` runs it. */
  longForm?: string
}

export const faultCases: Record<string, FaultCase> = {
  F01: {
    rule: 'A creation sent twice with one clientMutationId answers alike, and there is one card, one activity, one delivery.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F02: {
    rule: 'Of 50 duplicates at once one takes effect; each is answered with its result, or told when to come again.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F03: {
    rule: 'A known clientMutationId with another body answers the first result, applies nothing and says so in a header.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F04: {
    rule: 'A known clientMutationId on another operation or target is a conflict that applies nothing.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F05: { rule: 'Two actors may use one clientMutationId; both are served.', provedIn: ['packages/server/test/kernel/idempotency.test.ts'] },
  F06: { rule: 'A mutation repeated by MCP after REST answers the first result.', provedIn: ['conformance/test/agents/mcp.test.ts'] },
  F07: {
    rule: 'A refused mutation leaves no record: the corrected one takes effect once under the same id.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F08: {
    rule: 'The service is killed again and again under eight writers: what was acknowledged is there, each id once.',
    provedIn: ['packages/server/test/faults/kills/service-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/service-kills.soak.test.ts',
  },
  F09: {
    rule: 'The postmaster is killed under load: errors in the envelope, no request without an answer, recovery by itself.',
    provedIn: ['packages/server/test/faults/kills/postmaster-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/postmaster-kills.soak.test.ts',
  },
  F10: {
    // Each stop is a trial of its own, after which nothing is left of the last: 3 of them for each change, 20 in the long form.
    rule: 'The database is stopped without a checkpoint and started again: unready, ready, heaps and indexes sound.',
    provedIn: ['packages/server/test/faults/kills/immediate-stops.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/immediate-stops.soak.test.ts',
  },
  F11: {
    rule: 'The way to the database swallows everything: requests end within ten seconds, liveness stays, the pool fills again.',
    provedIn: ['packages/server/test/faults/frozen-database.heavy.test.ts', 'packages/server/test/faults/half-open-database.heavy.test.ts'],
  },
  F12: {
    rule: 'The volume of attached files is full: refused without a trace, and taken again once there is room.',
    provedIn: ['packages/server/test/attachments/full-volume.heavy.test.ts', 'packages/server/test/attachments/orphans.test.ts'],
  },
  F13: {
    rule: 'Sixteen writers and a poller by the last id: it sees all, once, in order.',
    provedIn: ['packages/server/test/kernel/order.test.ts'],
  },
  F14: { rule: 'The same while the clock steps back by an hour.', provedIn: ['packages/server/test/kernel/order.test.ts'] },
  F15: { rule: 'since means strictly newer, for ids and for times.', provedIn: ['packages/server/test/kernel/order.test.ts'] },
  F16: {
    rule: 'A since that is nonsense or of an unreadable board is refused and tells nothing.',
    provedIn: ['packages/server/test/cards/activity.test.ts', 'packages/server/test/kernel/order.test.ts'],
  },
  F17: { rule: 'A refused move leaves no activity, notification or delivery.', provedIn: ['packages/server/test/kernel/moves.test.ts'] },
  F18: {
    rule: 'A session is polled while its agent posts a thousand events: each is seen once, in order.',
    provedIn: ['packages/server/test/sessions/life.test.ts', 'packages/server/test/sessions/races.test.ts'],
  },
  F19: {
    rule: 'Two people answer one question at once: one does.',
    provedIn: ['packages/server/test/sessions/life.test.ts', 'packages/server/test/sessions/races.test.ts'],
  },
  F20: {
    rule: 'Two agents get one card at once: one delegation, one live session for each at most.',
    provedIn: ['packages/server/test/sessions/races.test.ts'],
  },
  F21: {
    rule: 'Delegating and taking back in parallel ends as the last activity says.',
    provedIn: ['packages/server/test/sessions/races.test.ts'],
  },
  F22: { rule: 'Completion against the watchdog: one end.', provedIn: ['packages/server/test/sessions/races.test.ts'] },
  F23: { rule: 'Completion against an answer: an end is never left.', provedIn: ['packages/server/test/sessions/races.test.ts'] },
  F24: { rule: 'Fifty moves into one place: every card once, one order for all.', provedIn: ['packages/server/test/kernel/moves.test.ts'] },
  F25: {
    rule: 'A move next to a card that is being archived is refused or ends in a valid place.',
    provedIn: ['packages/server/test/kernel/moves.test.ts'],
  },
  F26: { rule: 'Two admins demote each other: one stays.', provedIn: ['packages/server/test/members/members.test.ts'] },
  F27: { rule: 'The last admin can neither leave nor step down.', provedIn: ['packages/server/test/members/members.test.ts'] },
  F28: {
    rule: 'One member added many times at once is one row and one activity.',
    provedIn: ['packages/server/test/members/members.test.ts'],
  },
  F29: {
    rule: 'An item ticked and deleted at once ends without an error of ours.',
    provedIn: ['packages/server/test/checklists/checklists.test.ts'],
  },
  F30: {
    rule: 'Hundreds of cards created at once have numbers of their own, without a failure.',
    provedIn: ['packages/server/test/kernel/moves.test.ts'],
  },
  F31: {
    rule: 'A service that is killed while it notifies tells each person once.',
    provedIn: ['packages/server/test/faults/fan-out.heavy.test.ts'],
  },
  F32: {
    rule: 'Lists are archived, members removed and webhooks deleted under writers: served or refused, no orphan.',
    provedIn: ['packages/server/test/actors/agent-leaves.test.ts', 'packages/server/test/kernel/closing-under-load.test.ts'],
  },
  F33: {
    rule: 'A delivery verifies over its raw bytes; its headers have their shapes.',
    provedIn: ['packages/server/test/webhooks/deliveries.test.ts'],
  },
  F34: {
    rule: '500, 500, 200: three tries of one id and the same bytes, then silence.',
    provedIn: ['packages/server/test/webhooks/deliveries.test.ts'],
  },
  F35: { rule: 'Any 4xx ends a delivery after one try.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F36: { rule: 'A redirect is not followed; it is a failed try.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F37: {
    rule: 'A receiver that hangs or drips is cut off and tried again.',
    provedIn: ['packages/server/test/outbound/post.test.ts', 'packages/server/test/webhooks/deliveries.test.ts'],
  },
  F38: { rule: 'An endless body after 200 is a success, and cut off.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F39: {
    rule: 'Resets, closed ports and bad TLS are failed tries with a class.',
    provedIn: [
      'packages/server/test/outbound/post.test.ts',
      'packages/server/test/webhooks/deliveries.test.ts',
      'packages/server/test/webhooks/faulty-receivers.test.ts',
      'packages/server/test/webhooks/log.heavy.test.ts',
    ],
  },
  F40: {
    rule: 'Ten terminal failures in a row switch a subscription off; a success in between does not.',
    provedIn: ['packages/server/test/webhooks/streak.test.ts'],
  },
  F41: { rule: 'Switching it on again gives it the full ten.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F42: { rule: 'Switching it off ends what was waiting.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F43: {
    rule: 'Selectors and subscriptions have their limits, in parallel too.',
    provedIn: ['packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F44: {
    rule: 'Receivers that hang delay no healthy one, with 5,000 deliveries waiting for them all.',
    provedIn: ['packages/server/test/webhooks/fairness.heavy.test.ts', 'packages/server/test/webhooks/hanging-receivers.heavy.test.ts'],
  },
  F45: {
    // The effect of a kill depends on the work in progress, 64 deliveries at most, not on earlier ones: 300 events and 3 kills for each
    // change, 1,000 and 20 in the long form.
    rule: 'The service is killed while events go out to receivers of which some fail: all arrive, repeats under one id.',
    provedIn: ['packages/server/test/faults/kills/delivery-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/delivery-kills.soak.test.ts',
  },
  F46: {
    rule: 'Several instances on one database try no delivery twice at once; watchdog and rules act once.',
    provedIn: [
      'packages/server/test/faults/kills/rule-kills.heavy.test.ts',
      'packages/server/test/instances/three-instances.heavy.test.ts',
    ],
  },
  F47: { rule: 'A deleted subscription is silent.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F48: {
    rule: 'The subscription of an agent hears its own sessions, on boards that it is on.',
    provedIn: ['packages/server/test/webhooks/authority.test.ts'],
  },
  F49: {
    rule: 'Each form of a private address is refused when a webhook is made.',
    provedIn: ['packages/server/test/outbound/addresses.test.ts'],
  },
  F50: {
    rule: 'A name that leads to a private address by the time of the delivery is not connected to.',
    provedIn: ['packages/server/test/outbound/post.test.ts', 'packages/server/test/webhooks/deliveries.test.ts'],
  },
  F51: {
    rule: 'Of a mixed answer of the resolver only public addresses are used.',
    provedIn: ['packages/server/test/outbound/post.test.ts'],
  },
  F52: {
    rule: 'An allow-list lets in what it names; metadata addresses stay out.',
    provedIn: ['packages/server/test/outbound/addresses.test.ts', 'packages/server/test/outbound/post.test.ts'],
  },
  F53: {
    rule: 'A secret is shown once and found nowhere in clear afterwards.',
    provedIn: ['packages/server/test/webhooks/shown-once.test.ts', 'packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F54: {
    rule: 'Only admins of a board see its webhooks.',
    provedIn: ['packages/server/test/webhooks/log.heavy.test.ts', 'packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F55: {
    rule: 'What a provider sends counts only with its signature over the bytes.',
    provedIn: ['packages/plugin-kit/test/board-events.test.ts', 'packages/plugin-kit/test/inbound.test.ts'],
  },
  F56: {
    rule: 'Each operation with each kind of caller: what is not declared is refused.',
    provedIn: ['packages/server/test/access/matrix.test.ts'],
  },
  F57: {
    rule: 'No other spelling of a method or path gets past a check.',
    provedIn: ['packages/server/test/rest/requests/bad-paths.test.ts'],
  },
  F58: { rule: 'A token mints only what is weaker than itself.', provedIn: ['packages/server/test/tokens/mint.test.ts'] },
  F59: { rule: 'A leash holds on every way to a board.', provedIn: ['packages/server/test/access/unreadable-boards.test.ts'] },
  F60: {
    rule: 'The id of something on another board is not found below the path of this one.',
    provedIn: [
      'conformance/test/accounts/foreign-ids.test.ts',
      'packages/server/test/attachments/upload.test.ts',
      'packages/server/test/webhooks/subscriptions.test.ts',
    ],
  },
  F61: { rule: 'A card goes to no board that the caller may not write.', provedIn: ['packages/server/test/cards/across.test.ts'] },
  F62: { rule: 'One foreign id in a body refuses all of it.', provedIn: ['conformance/test/accounts/foreign-ids.test.ts'] },
  F63: {
    rule: 'What a caller may not set stays as it is.',
    provedIn: [
      'conformance/test/service/forged-fields.heavy.test.ts',
      'packages/server/test/actors/profile.test.ts',
      'packages/server/test/actors/register.test.ts',
      'packages/server/test/rest/requests/bad-bodies.test.ts',
    ],
  },
  F64: {
    rule: 'A revoked or expired token ends everywhere within a second.',
    provedIn: [
      'packages/server/test/instances/three-instances.heavy.test.ts',
      'packages/server/test/socket/access.test.ts',
      'packages/server/test/tokens/mint.test.ts',
      'packages/server/test/tokens/revoke.test.ts',
    ],
  },
  F65: {
    rule: 'Who is removed from a board has no more of it, on any way.',
    provedIn: [
      'packages/server/test/members/members.test.ts',
      'packages/server/test/socket/access.test.ts',
      'packages/server/test/webhooks/removal.test.ts',
    ],
  },
  F66: {
    rule: 'Deactivating a person ends their tokens and those of their agents.',
    provedIn: ['packages/server/test/actors/admin.test.ts', 'packages/server/test/socket/access.test.ts'],
  },
  F67: {
    rule: 'Nothing is told of a board that the caller cannot read.',
    provedIn: [
      'packages/server/test/access/unreadable-boards.test.ts',
      'packages/server/test/cards/activity.test.ts',
      'packages/server/test/search/filters.test.ts',
    ],
  },
  F68: {
    rule: 'A bad bearer is invalid_token, never an error of ours.',
    provedIn: ['packages/server/test/rest/requests/bad-credentials.test.ts', 'packages/server/test/tokens/revoke.test.ts'],
  },
  F69: {
    rule: 'One credential never stands in for another, and no token counts in a URL.',
    provedIn: ['packages/server/test/rest/requests/bad-credentials.test.ts', 'packages/server/test/tokens/revoke.test.ts'],
  },
  F70: {
    rule: 'File names that are paths or hold control characters do no harm.',
    provedIn: ['packages/server/test/attachments/upload.test.ts'],
  },
  F71: {
    rule: 'HTML, SVG and XML that were attached run nothing in a browser.',
    provedIn: ['packages/server/test/attachments/in-a-browser.heavy.test.ts', 'packages/server/test/attachments/upload.test.ts'],
  },
  F72: {
    rule: 'An upload that breaks off, lies or is too large leaves no row and no file.',
    provedIn: ['packages/server/test/attachments/broken-uploads.test.ts'],
  },
  F73: {
    rule: 'Web sessions: none is taken over, their ends hold, their cookies have their flags.',
    provedIn: ['packages/server/test/actors/login.test.ts', 'packages/server/test/actors/password.test.ts'],
  },
  F74: { rule: 'The token of a password letter works once, and in time.', provedIn: ['packages/server/test/actors/password.test.ts'] },
  F75: {
    rule: 'What another site sends with the cookie changes nothing.',
    provedIn: ['packages/server/test/actors/login.test.ts', 'packages/server/test/rest/requests/bad-credentials.test.ts'],
  },
  F76: {
    rule: 'A wrong password tells nothing of the account; guessing gets slower, and the right one works.',
    provedIn: [
      'packages/server/test/actors/login-delay.test.ts',
      'packages/server/test/actors/login.test.ts',
      'packages/server/test/actors/password-checks.test.ts',
    ],
  },
  F77: {
    rule: 'A made-up X-Forwarded-For buys no more tries.',
    provedIn: [
      'packages/server/test/actors/login.test.ts',
      'packages/server/test/rest/rate-limits.test.ts',
      'packages/server/test/rest/requests/unknown-credentials.test.ts',
    ],
  },
  F78: {
    rule: 'A flood from one token is limited, and no other token notices.',
    provedIn: ['packages/server/test/rest/rate-limits.test.ts'],
  },
  F79: { rule: 'A thousand slow clients delay no other client.', provedIn: ['packages/server/test/faults/slow-clients.heavy.test.ts'] },
  F80: {
    rule: 'Bodies and searches made to cost much are refused, and pollute nothing.',
    provedIn: ['packages/server/test/rest/requests/bad-bodies.test.ts'],
  },
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
  F85: {
    rule: 'OAuth codes: PKCE, once, in time; a second use ends what the first gave.',
    provedIn: ['packages/server/test/oauth/flow.test.ts'],
  },
  F86: {
    rule: 'No bearer lets a program in; a token ends at its scopes, boards and resource.',
    provedIn: ['packages/server/test/oauth/refusals.test.ts'],
  },
  F87: { rule: 'The name of a program is text.', provedIn: ['packages/server/test/oauth/refusals.test.ts'] },
  F88: {
    rule: 'Nothing is sent to an address that was not registered; documents on private addresses are not fetched.',
    provedIn: ['packages/server/test/oauth/client-documents.test.ts', 'packages/server/test/oauth/refusals.test.ts'],
  },
  F89: {
    rule: 'Texts of others stay texts; agents and rules that set each other off stop.',
    provedIn: [
      'packages/server/test/comments/mentions.test.ts',
      'packages/server/test/mcp/gate/untrusted.test.ts',
      'packages/server/test/rules/runs.test.ts',
    ],
  },
  F90: {
    rule: 'The gate of MCP: credentials, origins, headers, whose session.',
    provedIn: ['packages/server/test/mcp/gate/gate.test.ts', 'packages/server/test/mcp/gate/whose-session.test.ts'],
  },
  F91: {
    rule: 'Any sequence of acts on a session ends as the model says.',
    provedIn: ['packages/server/test/sessions/model.heavy.test.ts'],
  },
  F92: {
    rule: 'With a new key and the old one everything opens; blobs that were swapped do not.',
    provedIn: ['packages/server/test/webhooks/seal.test.ts'],
  },
  F93: { rule: 'The log takes no change from the role of the service.', provedIn: ['packages/server/test/kernel/append-only.test.ts'] },
  F94: {
    rule: 'SIGTERM under load: every request is answered, exit 0 in time.',
    provedIn: ['packages/server/test/faults/shutdown.heavy.test.ts'],
  },
  F95: {
    rule: 'Requests that the API document allows, and those that it does not, get no 5xx; every error has the envelope.',
    provedIn: ['packages/server/test/rest/fuzz.heavy.test.ts'],
  },
  F96: {
    rule: 'An agent that is added by somebody else than its owner, in any way, works for no one and sees nothing until its owner accepts.',
    provedIn: [
      'packages/cli/test/agents-of-others.test.ts',
      'packages/server/test/actors/agent-requests.test.ts',
      'packages/server/test/actors/unconsented-agents.test.ts',
      'packages/server/test/transfer/round-trip.test.ts',
    ],
  },
  F97: {
    rule: 'Who may not have an agent start does so neither by delegation, opening, mention, another agent, a rule, a queue, nor an integration.',
    provedIn: ['packages/server/test/sessions/who-may-start.test.ts'],
  },
  F98: {
    rule: 'A runner takes no work from boards that neither its owner is on nor has accepted.',
    provedIn: ['packages/cli/test/runner/runner.heavy.test.ts'],
  },
  F99: {
    rule: 'A page that rebinds its name to the address of the service is refused on every surface.',
    provedIn: ['packages/server/test/mcp/gate/gate.test.ts', 'packages/server/test/rest/hosts.test.ts'],
  },
  F100: {
    rule: 'Two thousand silent clients under a limit of 1,024 descriptors: health stays 200, people write, and all of them are closed.',
    provedIn: [
      'packages/server/test/faults/held-connections.heavy.test.ts',
      'packages/server/test/rest/connections.test.ts',
      'packages/server/test/rest/requests/refused-bodies.test.ts',
    ],
  },
  F101: {
    rule: 'A demoted admin does not restore himself through his agent.',
    provedIn: ['packages/server/test/members/effective-role.test.ts'],
  },
  F102: {
    rule: 'Wrong passwords keep the owner of an account out neither at another address nor where they are signed in.',
    provedIn: ['packages/server/test/actors/login-delay.test.ts'],
  },
  F103: {
    rule: 'What a card says stays data in the prompt of the runner and in the answers of MCP, hidden characters too.',
    provedIn: ['packages/cli/test/runner/injections.test.ts'],
  },
  F104: {
    rule: 'A rule does nothing that the token that saved it, or its author when it runs, may not do.',
    provedIn: ['packages/server/test/rules/authors.test.ts'],
  },
  F105: {
    rule: 'A card that moves to another board tells the old one nothing of what the same request changes.',
    provedIn: ['packages/server/test/cards/across.test.ts'],
  },
  F106: {
    rule: 'Adding people by e-mail does not tell whether an address has an account.',
    provedIn: ['packages/server/test/members/people-by-email.test.ts'],
  },
  F107: {
    rule: 'A body of many keys is refused before it is parsed, on every surface.',
    provedIn: ['packages/server/test/rest/requests/bad-bodies.test.ts', 'packages/server/test/rest/requests/many-values.test.ts'],
  },
  F108: {
    rule: 'The embedded database takes no connection of another user; where root runs the service, and the database has an account of its own, of no other process of that account either.',
    provedIn: ['packages/server/test/embedded/access.test.ts'],
  },
  F109: {
    rule: 'Accounts of an address, and boards, agents, tokens and files of a person are limited, also for simultaneous requests.',
    provedIn: ['packages/server/test/actors/quotas.test.ts'],
  },
  F110: {
    rule: 'With a new password tokens end when that is asked for, one that is being minted too.',
    provedIn: ['packages/server/test/actors/password-and-tokens.test.ts'],
  },
  F111: {
    rule: 'Guesses behind a proxy do not lock out callers with a valid credential, at OAuth neither.',
    provedIn: ['packages/server/test/oauth/refusals.test.ts', 'packages/server/test/rest/requests/unknown-credentials.test.ts'],
  },
  F112: {
    rule: 'A full disk is told as such, leaves nothing half done, and all works again once there is room.',
    provedIn: ['packages/server/test/faults/full-disk.heavy.test.ts'],
  },
  F113: {
    rule: 'The index of texts is in no deadlock with cards that move.',
    provedIn: ['packages/server/test/search/text-locks.test.ts'],
  },
  F114: {
    rule: 'A program of another package that was changed is not installed: versions are exact, with their hashes.',
    provedIn: ['packages/cli/test/pinned-programs.test.ts'],
  },
  F115: {
    rule: 'A handshake by cookie without Origin is let in; one with a foreign Origin never is.',
    provedIn: ['conformance/test/service/socket.test.ts', 'packages/server/test/socket/handshake.test.ts'],
  },
  F116: {
    rule: 'Hundreds of subscriptions that hang on one host delay no healthy one on that host.',
    provedIn: ['packages/server/test/webhooks/hanging-receivers.heavy.test.ts'],
  },
  F117: {
    rule: 'A mention above the limit of a minute calls no agent, and both the author and the agent are told.',
    provedIn: ['packages/server/test/sessions/who-may-start.test.ts'],
  },
  F118: {
    rule: 'A refusal can be read while 64 MiB are still on their way.',
    provedIn: ['packages/server/test/rest/requests/refused-bodies.test.ts'],
  },
  F119: {
    rule: 'What is wrong with a request is told to those alone who may send it.',
    provedIn: ['packages/server/test/access/matrix.test.ts'],
  },
  F120: {
    rule: 'An upsert of a link again and again sets no rule off: it appends a change, and nothing where nothing changed.',
    provedIn: ['packages/server/test/links/links.test.ts'],
  },
  F121: {
    rule: 'An archived board takes no card, by REST, MCP, an integration, a move or a copy, nor by a writer at the same moment.',
    provedIn: ['packages/server/test/boards/archived.test.ts'],
  },
  F122: {
    rule: 'After SIGKILL what was claimed goes on within 10 s elsewhere; an instance that was paused changes nothing afterwards.',
    provedIn: ['packages/server/test/faults/kills/killed-workers.heavy.test.ts'],
  },
  F123: {
    rule: 'A malformed query and a card between itself and itself are refused.',
    provedIn: ['packages/server/test/rest/requests/malformed-queries.test.ts'],
  },
  F124: {
    rule: 'Prefixes of boards never run out, also where many boards of one name are made at once.',
    provedIn: ['packages/server/test/boards/prefixes.test.ts'],
  },
  F125: {
    rule: 'Nothing of an imported file is lost in silence.',
    provedIn: ['packages/server/test/transfer/trello-report.test.ts'],
  },
  F126: {
    rule: 'A failed sign-in is in the audit log as failed, without what was typed.',
    provedIn: ['packages/server/test/actors/login.test.ts'],
  },
  F127: {
    rule: 'Files with secrets can be read only by the account that owns them, with any umask.',
    provedIn: ['packages/cli/test/file-modes.test.ts'],
  },
  F128: {
    rule: 'A setting that cannot be is named, with what is wrong and what to do.',
    provedIn: ['packages/server/test/config/settings.test.ts', 'packages/server/test/faults/startup.heavy.test.ts'],
  },
  F129: {
    rule: 'Two signals within a moment are one; a later one ends the service at once.',
    provedIn: ['packages/server/test/start/end-signals.test.ts'],
  },
  F130: {
    rule: 'Instances whose files or Redis are not shared notice it and say so.',
    provedIn: ['packages/server/test/instances/unshared-stores.heavy.test.ts'],
  },
  F131: {
    rule: 'The primary is lost under load and its standby promoted: instances follow it, nothing acknowledged is lost, no event missed or doubled.',
    provedIn: ['packages/server/test/faults/kills/failovers.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/failovers.soak.test.ts',
  },
}
