import type { RequirementTable } from '../requirement-table.ts'

/** Limits of the service, its tools and the plugins, other than those of boards and cards, that are no settings. */
export const serviceLimits = {
  'limit.body.bytes': {
    source: 'beyond the specification',
    rule: 'A body of more than 1 MiB is refused with 413, announced or in chunks; a message to MCP may have 4 MiB.',
  },
  'limit.credentials.waiting': {
    source: 'beyond the specification',
    rule: 'Of addresses with too many unknown credentials two are looked up at once and 200 wait; one more is 429.',
  },
  'limit.body.time': {
    source: 'beyond the specification',
    rule: 'A body has 30 s to arrive, a file ten minutes.',
  },
  'limit.headers.bytes': {
    source: 'beyond the specification',
    rule: 'The headers of a request have at most 16 KiB; more is refused with 413.',
  },
  'limit.path.id': {
    source: 'beyond the specification',
    rule: 'An id in a path has at most 2,048 characters; a longer one is 404.',
  },
  'limit.page.bytes': {
    source: 'beyond the specification',
    rule: 'A page ends at 4 MiB even before its number of rows, and the next one goes on there; a longer row is a page of its own.',
  },
  'limit.card.comments': {
    source: 'beyond the specification',
    rule: 'A card is answered with its latest 50 comments, or as many as 4 MiB hold.',
  },
  'limit.card.live-sessions': { source: 'beyond the specification', rule: 'A card is answered with at most 500 live sessions.' },
  'limit.card.sessions': {
    source: 'beyond the specification',
    rule: 'A card is answered with its live sessions and the 50 that ended last, or as many as 4 MiB hold.',
  },
  'limit.session.log': { source: 'beyond the specification', rule: 'A payload of a log has at most 65,536 characters of JSON.' },
  'limit.session.budget': {
    source: 'beyond §5',
    rule: 'A budget has at most 2e15 tokens, 1e9 USD and 1e7 minutes, else 400.',
  },
  'limit.session.usage': {
    source: 'beyond the specification',
    rule: 'What a session has used adds up to at most 10^15 tokens of a kind and 10^9 US dollars.',
  },
  'limit.insights.days': {
    source: 'beyond the specification',
    rule: 'Insights cover 30 days by default and at most 366; more is refused with the number.',
  },
  'limit.mentions.per-text': {
    source: 'beyond the specification',
    rule: 'A text mentions at most 50 actors; further mentions are ignored.',
  },
  'limit.copy.cards': {
    source: 'beyond the specification',
    rule: 'A board is copied with at most 20,000 cards; one with more can be copied without its cards.',
  },
  'limit.imports.at-once': {
    source: 'beyond the specification',
    rule: 'A person has at most three imports under way; one more is refused with 409 and Retry-After.',
  },
  'limit.imports.attempts': {
    source: 'beyond the specification',
    rule: 'An import that fails is tried four times and leaves no board.',
  },
  'limit.resets.open': {
    source: 'beyond the specification',
    rule: 'An account has at most three open password resets; one more request gets the same answer and sends no mail.',
  },
  'limit.passwords.at-once': {
    source: 'beyond the specification',
    rule: 'Two passwords are checked at once and 200 wait; more are answered with 503 and Retry-After.',
  },
  'limit.invitations.letters': {
    source: 'beyond the specification',
    rule: 'A person and their agents send 50 invitation mails a day, and an address gets one a day from a board.',
  },
  'limit.letters.names': { source: 'beyond the specification', rule: 'A mail shows 80 characters of a name.' },
  'limit.notifications.excerpt': { source: 'beyond the specification', rule: 'A notification quotes at most 280 characters.' },
  'limit.letters.notifications': {
    source: 'beyond the specification',
    rule: 'A mail lists 20 notifications and counts the others.',
  },
  'limit.resolver.at-once': {
    source: 'beyond the specification',
    rule: 'At most 32 host names are resolved at once; beyond that an address is checked when it is called.',
  },
  'limit.deliveries.tries': {
    source: 'beyond the specification',
    rule: 'A delivery that was tried 1,000 times cannot be sent again by hand.',
  },
  'limit.deliveries.wait': {
    source: 'beyond the specification',
    rule: 'A delivery that has waited for 72 hours fails without another try.',
  },
  'limit.rules.chain': {
    source: 'beyond the specification',
    rule: 'Rules that trigger each other stop after five, and after 100 runs for one activity; with those that were skipped 200 are recorded.',
  },
  'limit.rules.cards-by-clock': {
    source: 'beyond the specification',
    rule: 'A scheduled run of a rule leads to at most 100 runs.',
  },
  'limit.rules.texts': {
    source: 'beyond the specification',
    rule: 'What a rule writes is cut at what a caller may write: 500 characters of a title or an item, 100,000 of another text.',
  },
  'limit.rules.cards': {
    source: 'beyond the specification',
    rule: 'A rule that is due acts on 200 cards, and says that it leaves the others to the next time.',
  },
  'limit.rules.tries': {
    source: 'beyond the specification',
    rule: 'A step of a rule that is refused for the moment is tried 20 times; then its run has failed.',
  },
  'limit.rules.failures': {
    source: 'beyond the specification',
    rule: 'Ten failures in a row pause a rule.',
  },
  'limit.socket.subscriptions': {
    source: 'beyond the specification',
    rule: 'A socket follows 200 boards; one more is refused with the number, and one that is left makes room.',
  },
  'limit.socket.frame': {
    source: 'beyond the specification',
    rule: 'A frame to the socket has at most 64 KiB; a longer one closes it.',
  },
  'limit.socket.waiting': {
    source: 'beyond the specification',
    rule: 'A socket whose client sends faster than it is answered is closed with 1008 once 512 frames wait.',
  },
  'limit.listeners.person': {
    source: 'beyond the specification',
    rule: 'A person and all agents of theirs have 2,000 sockets, streams and waiting calls open together, and half of all at most; one more is 429, also of those that come at once.',
  },
  'limit.listeners.all': {
    source: 'beyond the specification',
    rule: 'Sockets, streams and waiting calls together hold at most three quarters of the connections; one more is 503 with Retry-After.',
  },
  'limit.mcp.streams': {
    source: 'beyond the specification',
    rule: 'A token has at most 16 open streams; one more is 429, and one that is closed makes room.',
  },
  'limit.mcp.wait': {
    source: 'beyond the specification',
    rule: 'A call waits for events for at most 25 s.',
  },
  'limit.mcp.answer': {
    source: 'beyond the specification',
    rule: 'An answer of a tool has at most 40,000 characters, and says what was left out.',
  },
  'limit.mcp.card': {
    source: 'beyond the specification',
    rule: 'A tool shows the latest ten comments of a card, its live sessions and the three that ended last.',
  },
  'limit.foreign.names': { source: 'beyond the specification', rule: 'Agents are shown 80 characters of the name of an author.' },
  'limit.mcp.files': {
    source: 'beyond the specification',
    rule: 'A tool reads files of at most 1 MiB and attaches texts of at most 256 KiB.',
  },
  'limit.oauth.lifetimes': {
    source: 'beyond the specification',
    rule: 'A code lasts a minute, an access token an hour, a refresh token 90 days from its last use.',
  },
  'limit.oauth.registrations': {
    source: 'beyond the specification',
    rule: 'Registrations of programs are limited per address, with 429 and Retry-After.',
  },
  'limit.sign-in.name': { source: 'beyond the specification', rule: 'Of a name that a provider gives 100 characters are taken.' },
  'limit.sign-in.next': {
    source: 'beyond the specification',
    rule: 'After a sign-in at a provider one goes on to a path of at most 6,000 characters, else to the start page.',
  },
  'limit.sign-in.device': { source: 'beyond the specification', rule: 'Of what a browser calls itself 300 characters are kept.' },
  'limit.sign-in.answer': { source: 'beyond the specification', rule: 'An answer of a provider has at most 1 MiB; a longer one is none.' },
  'limit.sign-in.time': {
    source: 'beyond the specification',
    rule: 'A sign-in at a provider must finish within ten minutes.',
  },
  'limit.metrics.depth': { source: 'beyond the specification', rule: 'A metric counts at most 10,000 rows that wait in a queue.' },
  'limit.trace.state': {
    source: 'beyond the specification',
    rule: 'A tracestate of more than 512 characters is left out, its trace is not.',
  },
  'limit.retention.round': {
    source: 'beyond the specification',
    rule: 'A round of the retention deletes at most 10,000 rows of each table; the next round continues.',
  },
  'limit.runner.output': {
    source: 'beyond the specification',
    rule: 'A session gets a bounded part of the output of its command, and how much was left out.',
  },
  'limit.runner.prompt': {
    source: 'beyond the specification',
    rule: 'A prompt has at most 100,000 bytes; the text of a long card is shortened, never the rules for the work.',
  },
  'limit.views': {
    source: 'beyond the specification',
    rule: 'A person has 500 views on a board, shared ones counted, and 500 are shared at most, also by an update; one more is refused with the number, and changes nothing.',
  },
  'limit.person-links': {
    source: 'beyond the specification',
    rule: 'A plugin has 1,000 people asked and not answered; one more is refused until the links expire.',
  },
  'limit.integrations.secrets': {
    source: 'beyond the specification',
    rule: 'An integration keeps 50 secrets; one more is refused, and nothing of the request is kept.',
  },
  'limit.identities': {
    source: 'beyond the specification',
    rule: 'A person connects 50 accounts of providers; one more is refused, and one that is disconnected makes room.',
  },
  'limit.registration.tries': {
    source: 'beyond the specification',
    rule: 'One link of an invitation takes 10 tries to register within a day; one more is 429, and a new link begins anew.',
  },
  'limit.agent-requests.a-day': {
    source: 'beyond the specification',
    rule: 'A person asks an owner for 30 agents a day, also where the requests are withdrawn; one more is 429.',
  },
  'limit.oauth.redirects': {
    source: 'beyond the specification',
    rule: 'A program registers 1 to 10 redirect URIs.',
  },
  'limit.mcp.subscriptions': {
    source: 'beyond the specification',
    rule: 'A stream follows 100 addresses; further ones are left out of what it acknowledges.',
  },
  'limit.copy.lists': { source: 'beyond the specification', rule: 'A board is copied with at most 5,000 lists.' },
  'limit.copy.name': { source: 'beyond the specification', rule: 'The name of a copy is cut to 200 characters.' },
  'limit.copy.waiting': {
    source: 'beyond the specification',
    rule: 'At most 20 copies with cards are under way or wait on an instance; one more is refused with 503 and Retry-After.',
  },
  'limit.changes.waiting': {
    source: 'beyond the specification',
    rule: 'On an instance 2,000 changes wait for their turn, of all boards together; one more is refused with 503 and Retry-After.',
  },
  'limit.presence.shown': {
    source: 'beyond the specification',
    rule: 'The presence list of a board shows 100 people.',
  },
  'limit.presence.said': {
    source: 'beyond the specification',
    rule: 'An instance announces 60 people who look at a board to the other instances.',
  },
  'limit.listeners.actor': {
    source: 'beyond the specification',
    rule: 'An actor has 1,000 sockets, streams and waiting calls open; one more is 429, and one that is closed makes room.',
  },
  'limit.body.depth': {
    source: 'beyond the specification',
    rule: 'A body nests at most 32 levels deep; a deeper one is refused with 400.',
  },
  'limit.uploads.parts': {
    source: 'beyond the specification',
    rule: 'An upload is one file and at most eight fields of 4,096 bytes; more is refused and leaves nothing behind.',
  },
  'limit.thumbnails.pixels': {
    source: 'beyond the specification',
    rule: 'An image of more than 50 megapixels gets no thumbnails.',
  },
  'limit.thumbnails.attempts': {
    source: 'beyond the specification',
    rule: 'Thumbnails of an image that the store does not give are tried four times.',
  },
  'limit.search.words': {
    source: 'beyond the specification',
    rule: 'A search looks for twelve words; further ones are left out.',
  },
  'limit.search.near': {
    source: 'beyond the specification',
    rule: 'A misspelt word of at most 40 letters stands for at most 20 words that are one edit away.',
  },
  'limit.search.ranked': {
    source: 'beyond the specification',
    rule: 'By relevance a search answers the newest 1,000 cards that it finds; in the other orders it answers all.',
  },
  'limit.search.snippet': {
    source: 'beyond the specification',
    rule: 'A hit quotes what stands in the first 20,000 characters of a text; a match behind them is found and not quoted.',
  },
  'limit.search.boards': { source: 'beyond the specification', rule: 'A search covers 10,000 boards of the caller.' },
  'limit.insights.lists': {
    source: 'beyond the specification',
    rule: 'The insights of a board cover 500 lists.',
  },
  'limit.insights.start-list': {
    source: 'beyond the specification',
    rule: 'Cycle times are measured from one of the first 1,000 lists of a board; another is refused.',
  },
  'limit.insights.agents': {
    source: 'beyond the specification',
    rule: 'The insights of a board list the 100 agents with the most sessions, and count the sessions of 1,000.',
  },
  'limit.exports.people': {
    source: 'beyond the specification',
    rule: 'An export holds at most 20,000 members, and names at most 20,000 others.',
  },
  'limit.exports.lists': { source: 'beyond the specification', rule: 'An export holds at most 10,000 lists.' },
  'limit.exports.views': { source: 'beyond the specification', rule: 'An export holds at most 1,000 views.' },
  'limit.exports.at-once': {
    source: 'beyond the specification',
    rule: 'An instance writes two exports at once; one more is refused with Retry-After.',
  },
  'limit.mcp.completions': {
    source: 'beyond the specification',
    rule: 'A completion offers at most 100 choices.',
  },
  'limit.oauth.redirect-length': {
    source: 'beyond the specification',
    rule: 'A redirect URI has at most 2,048 characters.',
  },
  'limit.oauth.state': {
    source: 'beyond the specification',
    rule: 'The state of an authorization request has at most 4,096 characters.',
  },
  'limit.oauth.client-address': {
    source: 'beyond the specification',
    rule: 'The address of a document that describes a program has at most 2,048 characters.',
  },
  'limit.oauth.document': {
    source: 'beyond the specification',
    rule: 'A document that describes a program has at most 64 KiB.',
  },
  'limit.oauth.document.redirects': {
    source: 'beyond the specification',
    rule: 'A document that describes a program names at most 50 redirect URIs.',
  },
  'limit.oauth.client-name': {
    source: 'beyond the specification',
    rule: 'The name with which a program registers has at most 1,000 characters.',
  },
  'limit.outbound.ports': {
    source: 'beyond the specification',
    rule: 'Calls go to the ports 80, 443, and from 1,024 on.',
  },
  'limit.oauth.documents.at-once': {
    source: 'beyond the specification',
    rule: 'For one person two documents that describe programs are fetched at once; one more is refused.',
  },
  'limit.oauth.in-app': {
    source: 'beyond the specification',
    rule: 'An authorization request of more than 4,000 characters is asked about on a page of the service, not in the web app.',
  },
  'limit.oauth.documents.in-all': {
    source: 'beyond the specification',
    rule: 'For all together 32 documents that describe programs are fetched at once; one more is refused.',
  },
  'limit.oauth.document.age': {
    source: 'beyond the specification',
    rule: 'A document that describes a program is kept for as long as it says, at least five minutes and at most 24 hours.',
  },
  'limit.actors.boards': {
    source: 'beyond the specification',
    rule: 'An actor of more than 10,000 boards is not renamed; the refusal names the number.',
  },
  'limit.oauth.boards': {
    source: 'beyond the specification',
    rule: 'An access token of OAuth reaches at most 10,000 boards.',
  },
  'limit.runner.boards': {
    source: 'beyond the specification',
    rule: 'A runner follows 200 boards; it finds what is queued on others by asking every 15 s.',
  },
  'limit.runner.logs': {
    source: 'beyond the specification',
    rule: 'A runner writes at most 200 logs of 8,000 characters into a session, and one more at the end.',
  },
  'limit.listen.boards': {
    source: 'beyond the specification',
    rule: 'A listener follows 200 boards; with more it ends and asks to choose with --board.',
  },
  'limit.listen.waiting': {
    source: 'beyond the specification',
    rule: 'A listener keeps 1,000 events waiting in memory; later ones are read from the log once there is room.',
  },
} as const satisfies RequirementTable
