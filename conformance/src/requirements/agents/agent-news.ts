import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §2: news for an agent. */
export const agentNews = {
  'session.state.stop': {
    source: 'beyond §2',
    rule: 'A session says who asked it to stop first, and when, in every answer that holds it; a card and a tile say when.',
  },
  'session.state.answer': {
    source: 'beyond §2',
    rule: 'A session has its latest answer with its question, who gave it and when: also once it has ended.',
  },
  'session.news.items': {
    source: 'beyond §2',
    rule: 'The answer to an act of an agent has what others did to its session and card, each with actor and role: not what agents say, nor what is done in other sessions.',
  },
  'session.news.blockers': {
    source: 'beyond §2',
    rule: 'The news of a session on a blocked card has each further card of the board that blocks it, and each that is completed or archived while another still blocks it, once; with the scope boards:read alone.',
  },
  'session.news.cursor': {
    source: 'beyond §2',
    rule: 'News repeats until its cursor comes back as newsCursor; while none does, until the agent changes the state. What is no cursor gets 400.',
  },
  'session.news.scope': { source: 'beyond §2', rule: 'Without the scope boards:read the news of a session has nothing of its card.' },
  'session.news.bounds': { source: 'beyond §2', rule: 'An answer has at most 10 items of news, of 400 characters each.' },
  'session.news.work': { source: 'beyond §2', rule: 'my_work has the news of all live sessions of the agent, with one cursor for them.' },
  'mcp.work.stopped': {
    source: 'beyond §2',
    rule: 'The next call of a session that a person asked to stop ends it, also after a claim that was refused because of the stop. Of a session that a person or the agent itself has ended, my_work names none.',
  },
  'mcp.work.one-takes': { source: 'beyond §2', rule: 'Of two processes that follow my_work.next, one takes the card.' },
  'mcp.work.claims': {
    source: 'beyond §2 and §3',
    rule: 'my_work.next of a queued session is claim_next with its sessionId; of one that is held, or that another process has under a lease, it is claim_next with waitSeconds, and after a claim that found nothing at once the same with its boardId and listId. After one that waited in vain it is my_work get. Each next that follows has the generation of the lease.',
  },
  'mcp.work.not-ready': {
    source: 'beyond §2 and §3',
    rule: 'A queued session whose card is archived, completed, or before its startAt has waits: not_ready and no next in my_work; a claim that names it leads back to my_work. GET /api/me/work has it under notReady.',
  },
  'mcp.queue.kept': {
    source: 'beyond §3',
    rule: 'board_write list_update with queue: true, or PATCH /api/lists/:id {queue: {keep: true}}, makes a list a queue for any agent of the board, and leaves a queue for named agents as it is.',
  },
  'mcp.open.others': {
    source: 'beyond §2',
    rule: 'session_write open on a card where other agents have live sessions answers otherAgents, with the state of each, and no next.',
  },
  'mcp.work.each-session': {
    source: 'beyond §2',
    rule: 'my_work names the next call of each live session, also of one that a mention opened; a wait for an answer comes last.',
  },
  'mcp.work.answer': { source: 'beyond §2', rule: 'my_work has the latest answer of each live session, cut at 400 characters.' },
  'mcp.work.tokens': {
    source: 'beyond §2',
    rule: 'my_work has a delegated card once: its notification is left out where delegated_to_me shows the card, and remains in the inbox. 25 of them with their next calls have at most 5,100 tokens.',
  },
  'mcp.work.cut': { source: 'beyond §2', rule: 'my_work names the lists that have more entries than limit.' },
  'mcp.story.cost': {
    source: 'beyond §2',
    rule: 'An agent that follows next alone works a card with three items, a question whose answer comes after 65 s, and a restart in the middle, in 12 calls and 6,000 tokens.',
  },
  'mcp.story.killed': {
    source: 'beyond §2',
    rule: 'Killed after any of its calls was sent and started again, an agent that follows next alone completes the session once, ticks each item once, asks once and uses the answer.',
  },
  'mcp.poll.answered': {
    source: 'beyond §2',
    rule: 'poll_events that brings the answer to an own session at work names card_read as the next call.',
  },
  'mcp.work.guidance': {
    source: 'beyond §2',
    rule: 'card_read get gives agentGuidance with a card on which the agent has a live session.',
  },
  'delegation.no-takeover': {
    source: 'beyond §2',
    rule: 'An agent that delegates a card to itself while another agent has a live session there, by a delegation, a mention or on request, gets 409, and nothing changes.',
  },
  'mcp.next.list-full': {
    source: 'beyond §2',
    rule: 'A tool that a full list refuses names board_read get of its board as the next call; fix says that only people raise the limit.',
  },
  'mcp.fix.of-people': {
    source: 'beyond §2',
    rule: 'Where a tool is refused because only people may do it, fix says so, and names no scope and no role.',
  },
  'mcp.checklist.several': {
    source: 'beyond §2',
    rule: 'The method checklist_update with checklistItemIds ticks or reopens many items of a card at once, all or none, as checklist_tick does.',
  },
  'mcp.news.tokens': { source: 'beyond §2', rule: 'The answer to a note or a log without news has at most 60 tokens.' },
  'mcp.news.shape': {
    source: 'beyond §2',
    rule: 'Answers of tools have news when there is some, each item with who in which role; the next call of my_work gives its cursor back.',
  },
  'mcp.catalog.by-scope': {
    source: 'beyond §2',
    rule: 'A token of Tandem is shown the methods that its scopes allow, and no tool without one; a client of OAuth is shown all.',
  },
  'mcp.catalog.sentences': {
    source: 'beyond §2',
    rule: 'What describes a tool or a parameter is a sentence, and all together have at most 4,000 tokens.',
  },
  'mcp.revisions.no-batch': {
    source: 'beyond §2',
    rule: 'The revision 2025-03-26, which has batches, is not offered: its clients are offered a later one.',
  },
} satisfies RequirementTable
