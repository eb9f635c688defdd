import type { RequirementTable } from '../requirement-table.ts'

/** Decisions.md §6 and service.md §8: the environment. */
export const config = {
  'config.start.validated': { source: 'decisions §6', rule: 'Wrong values stop the start with one message for each of them.' },
  'config.start.says-what-to-do': {
    source: 'the start of the service',
    rule: 'A start that cannot be names the variable, what is wrong and what to do: values, a full or silent disk, a database that refuses; a variable that is nearly a setting is named with the one that is meant.',
  },
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
  'config.data-dir.no-folders': {
    source: 'decisions §6',
    rule: 'A DATA_DIR where the system makes no folders, as below /proc, is refused at once; the message names DATA_DIR.',
  },
  'config.quota.invited': {
    source: 'decisions §6',
    rule: 'Beyond REGISTRATION_MAX_PER_INVITER tries to register within a day by invitations of one person and their agents, the next answers 429 with Retry-After, whether or not the address is taken, and the invitation stays; those of others are not affected. Dry runs and refused tries count.',
  },
  'config.quota.registrations': {
    source: 'decisions §6',
    rule: 'Beyond REGISTRATION_MAX_PER_ADDRESS tries to register from an address within a day, refused ones too, the next answers 429 with Retry-After; other addresses, loopback and invited people are not affected.',
  },
  'config.quota.boards': {
    source: 'decisions §6',
    rule: 'A person and their agents make at most BOARD_MAX_PER_PERSON boards, by creating, copying or importing, also at the same moment; beyond that 409 conflict, which names the setting.',
  },
  'config.quota.agents': { source: 'decisions §6', rule: 'A person has at most AGENT_MAX_PER_PERSON agents; beyond that 409 conflict.' },
  'config.quota.tokens': {
    source: 'decisions §6',
    rule: 'A person and their agents have at most TOKEN_MAX_PER_PERSON living tokens; a revoked one makes room.',
  },
  'config.quota.uploads': {
    source: 'decisions §6',
    rule: 'The files that a person has attached have at most ATTACHMENT_PERSON_QUOTA_BYTES together, on all boards; beyond that 409 conflict.',
  },
  'config.migration.lock-timeout': {
    source: 'reliability A',
    rule: 'A migration waits a few seconds at a time for a lock, tries a bounded number of times, and then fails with a message that names the transaction in the way.',
  },
} as const satisfies RequirementTable
