import type { FaultCase } from './fault-case.ts'

/** Sessions of agents: races, their ends, which agents may start, and what texts make them do. */
export const sessions: Record<string, FaultCase> = {
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
  F89: {
    rule: 'Texts of others stay texts; agents and rules that set each other off stop.',
    provedIn: [
      'packages/server/test/comments/mentions.test.ts',
      'packages/server/test/mcp/gate/untrusted.test.ts',
      'packages/server/test/rules/runs.test.ts',
    ],
  },
  F91: {
    rule: 'Any sequence of acts on a session ends as the model says.',
    provedIn: ['packages/server/test/sessions/model.heavy.test.ts'],
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
  F103: {
    rule: 'What a card says stays data in the prompt of the runner and in the answers of MCP, hidden characters too.',
    provedIn: ['packages/cli/test/runner/injections.test.ts'],
  },
  F117: {
    rule: 'A mention above the limit of a minute calls no agent, and both the author and the agent are told.',
    provedIn: ['packages/server/test/sessions/who-may-start.test.ts'],
  },
}
