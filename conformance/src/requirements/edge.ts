import type { RequirementTable } from '../requirement-table.ts'

/** Decisions.md §1, §2 and §6: the handling of a connection and a request before the caller is known. */
export const edge = {
  'edge.host.foreign': {
    source: 'decisions §6',
    rule: 'Every surface but health refuses a request whose Host is no name of the service with 403 forbidden; the message names ALLOWED_HOSTS.',
  },
  'edge.host.own': {
    source: 'decisions §6',
    rule: 'Loopback names, IP addresses and the names of HOST, PUBLIC_URL and MCP_PUBLIC_URL are taken.',
  },
  'edge.host.allowed': { source: 'decisions §6', rule: 'Names in ALLOWED_HOSTS are taken; * takes any.' },
  'edge.host.proxy': {
    source: 'decisions §6',
    rule: 'Behind a trusted proxy the name in X-Forwarded-Host must be allowed as well as the one in Host.',
  },
  'edge.host.health': { source: 'decisions §6', rule: '/health/live and /health/ready answer with any Host header.' },
  'edge.bodies.refused-readable': {
    source: 'decisions §1',
    rule: 'A request that is refused while its body is still on its way gets its answer (413 for one that is too large), even while the client keeps sending, up to a bound.',
  },
  'edge.bodies.many-values': {
    source: 'reliability F80',
    rule: 'A body of more than 5,000 properties, items or form fields is refused with 413 before it is parsed, on REST, MCP and OAuth.',
  },
  'edge.connections.closed': {
    source: 'reliability R2',
    rule: 'A connection that was answered for being silent, broken or late is closed even when the client never closes its side.',
  },
  'edge.connections.limit': {
    source: 'reliability R2',
    rule: 'Open connections are limited by CONNECTIONS_MAX and by the limit of open files; those that wait for their client make room for new ones, first those without a credential.',
  },
  'edge.connections.proxies': {
    source: 'reliability R2',
    rule: 'Open connections of one address are limited, but not those of a trusted proxy.',
  },
  'edge.connections.held': {
    source: 'reliability R2',
    rule: 'With 2,000 silent clients against a limit of 1,024 descriptors, health stays 200 and a signed-in caller can write.',
  },
} as const satisfies RequirementTable
