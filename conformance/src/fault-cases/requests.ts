import type { FaultCase } from './fault-case.ts'

/** Requests that are malformed, too many, too large or too slow, on every surface. */
export const requests: Record<string, FaultCase> = {
  F57: {
    rule: 'No other spelling of a method or path gets past a check.',
    provedIn: ['packages/server/test/rest/requests/bad-paths.test.ts'],
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
  F90: {
    rule: 'The gate of MCP: credentials, origins, headers, whose session.',
    provedIn: ['packages/server/test/mcp/gate/gate.test.ts', 'packages/server/test/mcp/gate/whose-session.test.ts'],
  },
  F95: {
    rule: 'Requests that the API document allows, and those that it does not, get no 5xx; every error has the envelope.',
    provedIn: ['packages/server/test/rest/fuzz.heavy.test.ts'],
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
  F107: {
    rule: 'A body of many keys is refused before it is parsed, on every surface.',
    provedIn: ['packages/server/test/rest/requests/bad-bodies.test.ts', 'packages/server/test/rest/requests/many-values.test.ts'],
  },
  F118: {
    rule: 'A refusal can be read while 64 MiB are still on their way.',
    provedIn: ['packages/server/test/rest/requests/refused-bodies.test.ts'],
  },
  F123: {
    rule: 'A malformed query and a card between itself and itself are refused.',
    provedIn: ['packages/server/test/rest/requests/malformed-queries.test.ts'],
  },
}
