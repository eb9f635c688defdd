import type { RequirementTable } from '../requirement-table.ts'

/** Decisions.md §6 and service.md §8: the environment. */
export const config = {
  'config.start.validated': { source: 'decisions §6', rule: 'Wrong values stop the start with one message for each of them.' },
  'config.start.help': { source: 'decisions §6', rule: '--help lists every variable.' },
  'config.default.host': { source: 'decisions §6', rule: 'HOST is 127.0.0.1 when not set.' },
  'config.default.port': { source: 'decisions §6', rule: 'PORT is 3000 when not set.' },
  'config.default.data-dir': { source: 'decisions §6', rule: 'DATA_DIR is ./data when not set.' },
  'config.database.embedded': {
    source: 'decisions §6',
    rule: 'Without DATABASE_URL the service runs on the embedded database under DATA_DIR.',
  },
  'config.database.url': { source: 'decisions §6', rule: 'With DATABASE_URL the service runs on that database.' },
  'config.public-url.used': {
    source: 'decisions §6',
    rule: 'With PUBLIC_URL set, the links that the service hands out to people (invitation, person link) begin with it.',
  },
  'config.mcp.same-port': { source: 'decisions §6', rule: 'Without MCP_PORT the MCP endpoint is /mcp on the port of the API.' },
  'config.mcp.own-port': { source: 'decisions §6', rule: 'With MCP_PORT the MCP endpoint is /mcp on that port.' },
  'config.mcp.public-url': { source: 'decisions §6', rule: 'MCP_PUBLIC_URL is the origin which the MCP metadata names.' },
  'config.mcp.allowed-origins': {
    source: 'decisions §6',
    rule: 'An Origin listed in MCP_ALLOWED_ORIGINS is accepted at the MCP endpoint.',
  },
  'config.redis.optional': { source: 'decisions §6', rule: 'The service runs without REDIS_URL.' },
  'config.secret-key.formats': {
    source: 'decisions §6',
    rule: 'INTEGRATION_SECRET_KEY takes 32 bytes in base64 or in hex and refuses any other length.',
  },
  'config.secret-key.generated': {
    source: 'decisions §6',
    rule: 'On the embedded default an absent key is made, kept in DATA_DIR and used again at the next start.',
  },
  'config.secret-key.required': {
    source: 'decisions §6',
    rule: 'With DATABASE_URL and without INTEGRATION_SECRET_KEY the start is refused.',
  },
  'config.secret-key.rotation': {
    source: 'decisions §6',
    rule: 'In a comma-separated list the first key encrypts and every key decrypts.',
  },
  'config.secret-key.webhook-secrets': { source: 'decisions §6', rule: 'Webhook secrets lie encrypted with that key in the database.' },
  'config.sessions.stale-default': { source: 'service §8', rule: 'SESSION_STALE_MINUTES is 30 when not set.' },
  'config.sessions.timeout-default': { source: 'service §8', rule: 'SESSION_TIMEOUT_HOURS is 24 when not set.' },
  'config.sessions.fractions': { source: 'decisions §4', rule: 'SESSION_STALE_MINUTES and SESSION_TIMEOUT_HOURS take fractions.' },
  'config.log-level.honoured': { source: 'decisions §6', rule: 'LOG_LEVEL decides what is logged.' },
} as const satisfies RequirementTable
