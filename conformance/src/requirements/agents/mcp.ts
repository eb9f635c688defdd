import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §1, §4, §5 and decisions.md §1, §2: the tool server. */
export const mcp = {
  'mcp.transport.streamable-http': {
    source: 'service §1, service §4',
    rule: 'The endpoint /mcp speaks Streamable HTTP: an ordinary MCP client connects, lists and calls tools.',
  },
  'mcp.auth.bearer': { source: 'service §4, service §5', rule: 'The same bearer token works at /mcp as at REST.' },
  'mcp.auth.missing': { source: 'service §5, service §7', rule: 'A call at /mcp without or with an invalid token answers 401.' },
  'mcp.auth.scopes': { source: 'service §5', rule: 'A tool call beyond the scopes of the token is refused and changes nothing.' },
  'mcp.auth.leash': { source: 'service §5', rule: 'A tool call on a board outside the leash of the token is refused.' },
  'mcp.call.method-params': { source: 'service §4', rule: 'A consolidated tool takes {method, params}.' },
  'mcp.call.unknown-key': { source: 'decisions §1', rule: 'A tool call with an unknown key is refused with the nearest known key named.' },
  'mcp.call.same-functions': {
    source: 'service §1',
    rule: 'What a tool does is what the REST route of the same act does, down to activities and refusals.',
  },
  'mcp.call.mutation-id': { source: 'service §2', rule: 'A mutation by tool call honours clientMutationId.' },
  'mcp.catalog.tools': {
    source: 'service §4',
    rule: 'The catalog holds board_read, card_read, card_write, session_write, session_read and my_work.',
  },
  'mcp.catalog.no-membership': { source: 'service §4', rule: 'No tool of the catalog touches membership.' },
  'mcp.board-read.list': { source: 'service §4', rule: 'board_read list with empty params answers the readable boards.' },
  'mcp.card-read.get-by-id': { source: 'service §4', rule: 'card_read get answers a card by its UUID.' },
  'mcp.card-read.get-by-key': { source: 'service §4', rule: 'card_read get answers a card by its key.' },
  'mcp.card-write.create': { source: 'service §4', rule: 'card_write create with listId and title makes a card.' },
  'mcp.session-write.open': { source: 'service §4', rule: 'session_write open with cardId, agentActorId and summary opens a session.' },
  'mcp.session-write.update': {
    source: 'service §4',
    rule: 'session_write update with sessionId, state and statusText updates the session.',
  },
  'mcp.session-write.progress': { source: 'service §4', rule: 'session_write progress with sessionId and note appends a progress event.' },
  'mcp.session-write.ask-human': {
    source: 'service §4',
    rule: 'session_write ask_human with sessionId, question and options puts the question.',
  },
  'mcp.session-write.complete': {
    source: 'service §4',
    rule: 'session_write complete with sessionId and summary ends the session in done.',
  },
  'mcp.session-read.get': { source: 'service §4', rule: 'session_read get answers the session.' },
  'mcp.session-read.poll-events': { source: 'service §4', rule: 'session_read poll_events answers the events strictly newer than since.' },
  'mcp.session-read.list-board': {
    source: 'service §4',
    rule: 'session_read list_board answers the sessions of a board, filtered by state.',
  },
  'mcp.session-read.list-mine': {
    source: 'service §4',
    rule: 'session_read list_mine answers the sessions of the caller, filtered by state.',
  },
  'mcp.my-work.content': {
    source: 'service §4',
    rule: 'my_work answers the assigned cards, delegated_to_me, sessions_awaiting_me and notifications of the caller.',
  },
  'mcp.card-line.ids': { source: 'decisions §3', rule: 'A card in a concise answer has id, key and number; in my_work boardId too.' },
  'mcp.card-line.delegation': {
    source: 'decisions §3',
    rule: 'A card in a concise answer has delegation: the agent by id and handle, or null.',
  },
  'mcp.text.author': {
    source: 'service §7, beyond §7',
    rule: 'A comment, a card, an answer and an entry of the log name their author with handle, kind and role on the board.',
  },
  'mcp.refusal.order': {
    source: 'decisions §1',
    rule: 'A tool call is refused in the order of REST: 404 and 403 before what is wrong with its parameters.',
  },
  'mcp.text.hidden': {
    source: 'service §7',
    rule: 'Characters that people cannot see are shown as \\u{…}, and text changes nothing outside of its own fields.',
  },
} as const satisfies RequirementTable
