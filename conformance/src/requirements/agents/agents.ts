import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §1: ownership of agents. */
export const agents = {
  'agent.consent.request': {
    source: 'beyond §1',
    rule: 'Adding an agent of somebody else answers 202 with status requested and a requestId; it is no member, and nothing can be delegated to it.',
  },
  'agent.consent.owner-adds': { source: 'beyond §1', rule: 'An agent that its owner adds to a board joins at once.' },
  'agent.consent.sees-nothing': { source: 'beyond §1', rule: 'Until its owner accepts, the agent sees nothing of the board.' },
  'agent.consent.inbox': {
    source: 'beyond §1',
    rule: 'The owner gets a notification with reason agent_requested and requestId, and sees it while the request is open.',
  },
  'agent.consent.settle': {
    source: 'beyond §1',
    rule: 'The owner alone lists and settles the requests; of several answers one counts.',
  },
  'agent.consent.board-lists': {
    source: 'beyond §1',
    rule: 'GET /api/boards/:id/requests lists to admins of the board the agents whose owners have not answered.',
  },
  'agent.consent.withdraw': { source: 'beyond §1', rule: 'Those who asked for an agent can withdraw the request.' },
  'agent.consent.leave-board': {
    source: 'beyond §1',
    rule: 'The owner lists the boards of an agent and takes it off any of them, also off one that the owner cannot see.',
  },
  'agent.consent.migration': {
    source: 'beyond §1',
    rule: 'A membership from before that its owner did not give becomes a request: what the agent was given to do is taken back, and the owner is told.',
  },
  'agent.consent.import': {
    source: 'beyond §1',
    rule: 'An import asks the owners of the agents of others that the file names; the agents join once they accept.',
  },
  'agent.consent.bounds': {
    source: 'beyond §1',
    rule: 'A board asks for one agent at most three times a day (429), and a person has at most 20 open requests to one owner (409).',
  },
  'agent.invokable.members': {
    source: 'beyond §1',
    rule: 'An agent whose invokableBy is members starts for any member of the board in a role that may delegate; the session names them.',
  },
  'agent.invokable.owner': {
    source: 'beyond §1',
    rule: 'An agent whose invokableBy is owner starts only for its owner, by delegation, opening or mention; others get 403, and the message names the owner.',
  },
  'agent.invokable.actors': { source: 'beyond §1', rule: 'An agent whose invokableBy names people starts for them and its owner alone.' },
  'agent.invokable.chain': {
    source: 'beyond §1',
    rule: 'Of an agent that delegates on, the person for whom its live session on the card works counts, else its owner.',
  },
  'agent.invokable.adopted': {
    source: 'beyond §1',
    rule: 'A session that one person opened and another delegates is handed on with the rights of neither: onBehalfOfActorId is null.',
  },
  'agent.invokable.rule': { source: 'beyond §1', rule: 'Of a rule, the person who saved it last counts.' },
  'agent.invokable.queue': {
    source: 'beyond §1',
    rule: 'Of a claim from a queue, the person who last set the queue of the list counts, also to the same value; the session names them. A queue whose person may not have the agent start is passed over, and alone answers empty.',
  },
  'agent.invokable.integration': { source: 'beyond §1', rule: 'Of an integration, the person who installed it counts.' },
  'agent.invokable.mention': {
    source: 'beyond §1',
    rule: 'A mention that calls no agent stays a comment; the answer says of each mentioned agent in calls whether it was called, and why not.',
  },
  'agent.call.limit-told': {
    source: 'beyond §1',
    rule: 'Above 30 mentions in a minute a mention calls no agent; the answer says so, and the agent has it in its inbox, marked as one that opened no session.',
  },
} as const satisfies RequirementTable
