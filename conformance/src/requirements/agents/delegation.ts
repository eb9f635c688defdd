import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §3, §4 and decisions.md §4: handing a card to an agent. */
export const delegation = {
  'delegation.create.answer': {
    source: 'service §4, decisions §4',
    rule: 'POST /api/cards/:id/delegation answers 201 with {delegation, session}.',
  },
  'delegation.create.shape': { source: 'decisions §4', rule: 'The delegation carries agentActorId, delegatedByActorId and delegatedAt.' },
  'delegation.create.opens-session': {
    source: 'service §1, service §3',
    rule: 'Delegating opens a queued session of that agent on the card with trigger.type delegation.',
  },
  'delegation.create.emits': { source: 'service §3', rule: 'Delegating emits card.delegated and agent_session.created.' },
  'delegation.create.not-member': { source: 'service §4', rule: 'Delegating to an agent that is no member of the board is refused.' },
  'delegation.create.not-delegatable': {
    source: 'service §3, service §4',
    rule: 'Delegating to an agent without the delegatable capability is refused.',
  },
  'delegation.create.human': { source: 'service §1, service §4', rule: 'Delegating to a human is refused.' },
  'delegation.create.one-agent': { source: 'service §1, decisions §4', rule: 'A card has at most one delegation at a time.' },
  'delegation.again.idempotent': {
    source: 'decisions §4',
    rule: 'Delegating again to the agent with its live session answers 200 with the same body.',
  },
  'delegation.again.no-activity': {
    source: 'decisions §4',
    rule: 'Delegating again to the agent with its live session appends no activity.',
  },
  'delegation.again.after-end': {
    source: 'decisions §4',
    rule: 'Delegating again after the session ended opens a new session and emits card.delegated anew.',
  },
  'delegation.again.adopts': {
    source: 'decisions §4',
    rule: 'Delegating to an agent with a live session opened by mention or API adopts this session instead of opening one.',
  },
  'delegation.other-agent.replaces': { source: 'decisions §4', rule: 'Delegating to another agent replaces the delegation.' },
  'delegation.remove.answer': { source: 'service §4', rule: 'DELETE /api/cards/:id/delegation answers 204 and delegation is null.' },
  'delegation.remove.idempotent': {
    source: 'service §3, service §4',
    rule: 'DELETE on a card without delegation answers 204 and appends no activity.',
  },
  'delegation.remove.emits': { source: 'service §3', rule: 'Removing a delegation emits card.undelegated.' },
  'delegation.remove.ends-session': {
    source: 'decisions §4',
    rule: 'Removing a delegation ends the live session it opened in error with failureReason undelegated.',
  },
  'delegation.remove.other-sessions': {
    source: 'decisions §4',
    rule: 'Removing a delegation leaves alone a live session which it did not open.',
  },
  'delegation.ended.stands': { source: 'decisions §4', rule: 'A session that ends in done or error leaves the delegation in place.' },
} as const satisfies RequirementTable
