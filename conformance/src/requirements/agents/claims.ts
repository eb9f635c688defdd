import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §3: queues, claims, leases, fences and caps. */
export const claims = {
  'list.queue.set': {
    source: 'beyond §3',
    rule: 'PATCH /api/lists/:id {queue: {agentActorIds}} makes the list a queue for up to 50 agents of the board, for any where there are none named, and null ends it; list, outline and tree show it. An id that is no agent of the board gets 400.',
  },
  'list.queue.left': {
    source: 'beyond §3',
    rule: 'An agent that is removed from a board, withdrawn by its owner or deleted leaves the queues of the board with the same act, told as list.updated. A queue for that agent alone ends: queue is null.',
  },
  'claim.answer': {
    source: 'beyond §3',
    rule: 'POST /api/work/claim by an agent answers 201 {card, session, lease: {generation, expiresAt}, context}: the card delegated to it, its session in working. People get 403, a list that is not there 404.',
  },
  'claim.order': {
    source: 'beyond §3',
    rule: 'A claim takes what is queued for the caller first, then the cards of queues, each by priority, then rank, on the board or in the list that it names, else on every board of the agent.',
  },
  'claim.ready': {
    source: 'beyond §3',
    rule: 'A claim takes no card that is archived, completed, blocked, before its startAt, delegated to another agent, or that another session works on; nor from a queue that names other agents.',
  },
  'claim.session': {
    source: 'beyond §3',
    rule: 'A claim with sessionId takes exactly this session of the caller: 404 for one of another agent, or that is not on the board or in the list that it names, 409 for one that is not queued, that is to stop, blocked, paused or beyond a cap, or whose card is archived, completed or before its startAt, and 409 budget_exceeded where the board has used up its month. A viewer may claim a session of its own, and nothing else.',
  },
  'claim.news': {
    source: 'beyond §2 and §3',
    rule: 'A claim of a queued session answers news: what others have done to the session and its card since it was opened. With newsCursor those are left out that the agent has read.',
  },
  'claim.once': {
    source: 'beyond §3',
    rule: 'Of any number of callers at once each card goes to one. A claim repeated with its clientMutationId answers the first result.',
  },
  'claim.next-board': {
    source: 'beyond §3',
    rule: 'A claim without boardId that finds a board archived or lost to the caller in that moment takes a card of the next board.',
  },
  'claim.stopped': {
    source: 'beyond §2',
    rule: 'A card whose latest session is one of the agent that a person has asked to stop is not taken from a queue by that agent: others take it, and so does the agent once it was called there again, or a person has moved the card from another list into the queue.',
  },
  'claim.boards.all': {
    source: 'beyond §3',
    rule: 'A claim without boardId finds the next ready card on whichever board of the agent it lies, however many others have work that it may not take: because of a budget, or because its owner lets it start nothing there.',
  },
  'claim.nothing': {
    source: 'beyond §3',
    rule: 'With nothing ready a claim answers 200 {card: null, because: empty | capacity | paused | blocked, retryAfterSeconds}, and leaves nothing behind. Work that the agent may not start is none; what a person let start is not blocked.',
  },
  'claim.wait': {
    source: 'beyond §3',
    rule: 'With waitSeconds (up to 25, else 400) a claim waits for the next ready card, and takes it as soon as it is there. A caller that has left takes none.',
  },
  'lease.seconds': { source: 'beyond §3', rule: 'leaseSeconds is 60 to 86,400, else 400, and 900 when absent.' },
  'lease.at-start': {
    source: 'beyond §3',
    rule: 'An update to working with leaseSeconds takes a session under a lease, as a claim does: of several callers with ifState one, under the generation that the last expiry set. leaseSeconds without state working gets 400.',
  },
  'lease.extended': {
    source: 'beyond §3',
    rule: 'Every act of the agent in its session extends the lease. While a question is open no lease runs; the answer starts it again.',
  },
  'lease.extended.on-card': {
    source: 'beyond §3',
    rule: 'What the agent changes on the card of its claimed session extends the lease, without an event in the session. Reading, and what others do, does not.',
  },
  'lease.extended.named': {
    source: 'beyond §3',
    rule: 'What an agent changes elsewhere on the board extends the lease of the session under which it is recorded, and of no other.',
  },
  'lease.heartbeat': {
    source: 'beyond §3',
    rule: 'POST /api/sessions/:id/heartbeat {generation} by its agent extends the lease without an event, and brings the news. A session without a lease gets 409, another caller 403.',
  },
  'lease.alive': {
    source: 'beyond §3',
    rule: 'While a lease runs, its session is neither stale nor timed out, also when heartbeats alone extend it.',
  },
  'lease.expired': {
    source: 'beyond §3',
    rule: 'When the lease expires, the session is queued again with the next generation and a log event {type: lease_expired}, and may be claimed again under that generation.',
  },
  'lease.expired.thrice': {
    source: 'beyond §3',
    rule: 'When 3 leases have expired on a card since a person did anything there, in whatever sessions, the third ends the session in error; the delegator and, for a card from a queue, the owner of the agent are told. Asked to stop before, it ends as stopped.',
  },
  'lease.fence': {
    source: 'beyond §3',
    rule: 'An act in a claimed session without generation gets 400, one with another generation 409 conflict with details.generation, and nothing is applied. Usage alone is taken from an older one.',
  },
  'lease.fence.named': {
    source: 'beyond §3',
    rule: 'X-Session-Generation beside X-Session-Id, in a tool generation beside sessionId: where it is not that of the lease of the session, the act answers 409 conflict with details.generation, nothing is recorded and no lease extended. One that is no whole number from 1 gets 400. A session that no lease has held takes any, and the act goes by the generation of its body where it has one.',
  },
  'lease.fence.command': {
    source: 'beyond §3',
    rule: 'With TANDEM_SESSION and TANDEM_GENERATION what a command does is refused once another process has claimed the session; the next card may be claimed.',
  },
  'runner.queue': {
    source: 'beyond §3',
    rule: 'tandem agent run claims the ready cards of the queues of its boards, unless it has a card filter; its command finds the generation in TANDEM_GENERATION and in the prompt.',
  },
  'runner.lease': {
    source: 'beyond §3',
    rule: 'The runner claims delegated cards under a lease too. Of runners that are killed at any moment, each card is finished once, by the process that holds its generation; a session that a lease gave back ends no runner.',
  },
  'runner.queue.lost': {
    source: 'beyond §3',
    rule: 'A runner whose lease has expired ends the command and reports nothing more.',
  },
  'cap.agent': {
    source: 'beyond §3',
    rule: 'PATCH /api/agents/:id {maxSessions} (1 to 1,000, or null) by the owner bounds how many of its sessions are at work at once, over all boards; others stay queued, and get 409 which says so.',
  },
  'cap.board': {
    source: 'beyond §3',
    rule: 'PATCH /api/boards/:id {maxAgentSessions} (1 to 1,000, or null) bounds how many sessions are at work on the board at once; others stay queued, and get 409 which says so.',
  },
  'cap.list': {
    source: 'beyond §3',
    rule: 'wipPolicy of a list is warn (no one is refused), agents or all: beyond wipLimit those get 409 for a card that is made, moved or unarchived there, and no more sessions than that are at work on its cards.',
  },
  'cap.concurrent': { source: 'beyond §3', rule: 'Of 64 starts at once no more pass than a cap allows.' },
} satisfies RequirementTable
