import { z } from 'zod'
import { longestReplyName } from '../domain/replies/address.ts'
import { providersIn } from '../identity-providers.ts'
import { mailboxTarget } from '../mailbox-target.ts'
import {
  absolute,
  bucket,
  bytes,
  checkDatabaseUrl,
  connections,
  entriesIn,
  flag,
  isHostName,
  isOrigin,
  isProxySetting,
  isReplyAddress,
  most,
  namesIn,
  ownOrigin,
  positive,
  wholeNumber,
} from './value-kinds.ts'

/** The settings in the order of the help: how each value is read, and its description. */
export const settings = {
  HOST: [z.string().default('127.0.0.1'), 'address to listen on'],
  PORT: [wholeNumber(0, 65_535, 'port number').default(3000), 'port to listen on; 0 = any free port'],
  DATABASE_URL: [
    z.string().superRefine(checkDatabaseUrl).optional(),
    'your own PostgreSQL 15+ (INTEGRATION_SECRET_KEY is then required), or the hosts of a primary and its standbys with target_session_attrs=read-write; absent = the embedded database in DATA_DIR',
  ],
  DATABASE_POOL_SIZE: [wholeNumber(2, 200).default(16), 'maximum number of database connections'],
  DATA_DIR: [z.string().default('./data'), 'folder of the embedded database and the files'],
  PUBLIC_URL: [ownOrigin.optional(), 'URL that people and agents use, without a path; with https, cookies are Secure'],
  ALLOWED_HOSTS: [
    z
      .string()
      .refine((list) => namesIn(list).every(isHostName), 'must be host names such as tandem.lan, without ports, comma-separated, or *')
      .transform(namesIn)
      .prefault(''),
    'additional host names that requests may use, besides those of HOST, PUBLIC_URL and MCP_PUBLIC_URL, comma-separated; * = any',
  ],
  MCP_PORT: [wholeNumber(1, 65_535, 'port number').optional(), 'separate port for MCP; absent = /mcp on PORT'],
  MCP_PUBLIC_URL: [ownOrigin.optional(), 'URL of MCP for agents, without /mcp, if it is not PUBLIC_URL'],
  MCP_ALLOWED_ORIGINS: [
    z
      .string()
      .refine((list) => entriesIn(list).every(isOrigin), 'must be origins such as https://chat.example.com, comma-separated, or *')
      .transform(entriesIn)
      .prefault(''),
    'additional origins of web pages that may call MCP, comma-separated; * = any',
  ],
  OAUTH_CIMD: [
    flag.optional(),
    'accept MCP clients that identify themselves by the URL of a metadata document, which is fetched; default: true only if PUBLIC_URL is https',
  ],
  REGISTRATION: [
    z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional(),
    'who can create an account: open, invite or closed; default: open, but invite once PUBLIC_URL is https and an account exists',
  ],
  REGISTRATION_MAX_PER_ADDRESS: [most.default(200), 'sign-up attempts per address and day, except from loopback addresses; 0 = unlimited'],
  REGISTRATION_MAX_PER_INVITER: [
    most.default(200),
    'sign-up attempts per day with invitations of one person and their agents; 0 = unlimited',
  ],
  LOCAL_LOGIN: [flag.default(true), 'allow sign-in with e-mail and password; false = only OIDC_PROVIDERS'],
  OIDC_PROVIDERS: [
    z.string().prefault('[]').transform(providersIn),
    'OpenID Connect providers for sign-in: a JSON list of { id, name, issuer, clientId, clientSecret, … }, or the path of a file with it',
  ],
  INTEGRATION_SECRET_KEY: [
    z.string().optional(),
    'encryption key for secrets, required with DATABASE_URL: 32 bytes in base64 or hex; to rotate, a comma-separated list: the first key encrypts, all decrypt',
  ],
  TRUST_PROXY: [
    z.string().refine(isProxySetting, 'must be true, false, a number of hops, or addresses and CIDRs, comma-separated').default('false'),
    'whether to trust proxies for client addresses: true, false, a number of hops, or a comma-separated list of proxies',
  ],
  BOARD_MAX_PER_PERSON: [most.default(5_000), 'boards that a person and their agents can create; 0 = unlimited'],
  AGENT_MAX_PER_PERSON: [most.default(1_000), 'agents that a person can have; 0 = unlimited'],
  TOKEN_MAX_PER_PERSON: [most.default(5_000), 'tokens that a person and their agents can have; 0 = unlimited'],
  SESSION_STALE_MINUTES: [positive.default(30), 'minutes without a report after which a working session is shown as stale'],
  SESSION_TIMEOUT_HOURS: [positive.default(24), 'hours without a report after which a session fails'],
  WEBHOOK_MAX_PER_BOARD: [wholeNumber(1, 100_000).default(20), 'webhooks per board'],
  WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: [positive.default(5_000), 'interval at which pending deliveries are checked'],
  WEBHOOK_RETRY_SCALE: [positive.default(1), 'factor for the delays between delivery attempts'],
  OUTBOUND_ALLOW_PRIVATE: [
    flag.optional(),
    'allow webhooks to private addresses; default: true only while listening on loopback without a public URL',
  ],
  OUTBOUND_ALLOWED: [z.string().default(''), 'private hosts and CIDRs that webhooks may reach, comma-separated'],
  LINK_PREVIEWS: [
    z.enum(['true', 'private', 'false'], 'must be true, private or false').default('true'),
    'show the titles of public web pages linked in descriptions and comments, and fetch the covers of imported Trello boards; private = also from your own network where webhooks may reach it, and profile pictures from there; false = neither titles nor covers',
  ],
  RATE_LIMIT_TOKEN: [bucket.prefault('1200/600'), 'requests per token: perMinute/burst, 0 = off'],
  RATE_LIMIT_SESSION: [bucket.prefault('3600/1200'), 'requests per signed-in person: perMinute/burst, 0 = off'],
  RATE_LIMIT_AUTH: [bucket.prefault('60/60'), 'sign-ins, sign-ups and answers through e-mail links, per address'],
  RATE_LIMIT_AUTH_FAILURES: [
    bucket.prefault('120/60'),
    'invalid tokens, cookies and invitations, per address; valid ones are always accepted',
  ],
  CONNECTIONS_MAX: [
    connections.optional(),
    'maximum number of open connections, including live sockets; absent = 20000; never more than the limit of open files (ulimit -n) allows',
  ],
  CONNECTIONS_MAX_PER_ADDRESS: [
    connections.optional(),
    'maximum number of open connections from one address, except trusted proxies and this machine; absent = a quarter of all',
  ],
  SMTP_URL: [
    z
      .string()
      .refine(
        (url) => /^smtps?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '',
        'must be a URL such as smtp://user:password@mail.example.com:587',
      )
      .optional(),
    'URL of the SMTP server; absent = no e-mail',
  ],
  MAIL_FROM: [z.string().default('Tandem <tandem@localhost>'), 'sender of e-mails'],
  MAIL_IN_ADDRESS: [
    z
      .string()
      .refine(
        isReplyAddress,
        `must be an address such as reply@tandem.example, with at most ${longestReplyName} letters, digits, . _ and - before the @`,
      )
      .transform((address) => address.toLowerCase())
      .optional(),
    'address for replies to e-mails, which must also receive mail for its +… addresses; needs MAIL_IN_SECRET or MAIL_IN_IMAP_URL; absent = no replies',
  ],
  MAIL_IN_SECRET: [
    z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 characters without spaces')
      .optional(),
    'key for verifying incoming e-mails at POST /mail/in; absent = no such endpoint',
  ],
  MAIL_IN_IMAP_URL: [
    z
      .string()
      .refine((url) => mailboxTarget(url) !== null, 'must be a URL such as imaps://user:password@mail.example.com/INBOX')
      .optional(),
    'mailbox for replies; absent = none',
  ],
  WEB_PUSH: [flag.default(true), 'allow push notifications in browsers when agents ask questions; false = never'],
  WEB_PUSH_CONTACT: [
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: URL')
      .optional(),
    'contact address for push services: a mailto: or https: URL; absent = PUBLIC_URL if it is https, otherwise the address of MAIL_FROM',
  ],
  ATTACHMENT_STORE: [z.enum(['disk', 's3'], 'must be disk or s3').default('disk'), 'where files are stored: disk (DATA_DIR/files) or s3'],
  ATTACHMENT_MAX_BYTES: [bytes.default(25 * 1_048_576), 'maximum size of an attached file'],
  ATTACHMENT_BOARD_QUOTA_BYTES: [bytes.default(1_073_741_824), 'maximum total size of the files of a board'],
  ATTACHMENT_PERSON_QUOTA_BYTES: [
    most.default(53_687_091_200),
    'maximum total size of the files attached by a person and their agents; 0 = unlimited',
  ],
  IMPORT_MAX_BYTES: [bytes.default(100 * 1_048_576), 'maximum size of a file to import'],
  S3_BUCKET: [z.string().optional(), 'bucket for ATTACHMENT_STORE=s3'],
  S3_ENDPOINT: [absolute.optional(), 'URL of an S3-compatible server that takes the bucket in the path; absent = Amazon S3 in S3_REGION'],
  S3_REGION: [z.string().default('us-east-1'), 'region for signing requests to S3'],
  S3_ACCESS_KEY_ID: [z.string().optional(), 'access key for S3'],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'secret access key for S3'],
  S3_PREFIX: [
    z
      .string()
      .regex(/^([\w.-]+\/)*$/, 'must be empty or end with /, of letters, digits, dots, dashes and underscores')
      .default(''),
    'prefix for the names of files in the bucket, such as tandem/',
  ],
  REDIS_URL: [
    z
      .url({ protocol: /^rediss?$/, message: 'must be a URL such as redis://localhost:6379', abort: true })
      .refine((url) => /^\/?\d*$/.test(new URL(url).pathname), 'may end with the number of a database, such as /0, and with nothing else')
      .optional(),
    'Redis 6+ through which instances share rate limits and events; absent = through the database',
  ],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\w.~+/=-]{16,256}$/, 'must be 16 to 256 letters, digits and . _ ~ + / = -')
      .optional(),
    'bearer token that GET /metrics accepts, besides that of an instance admin',
  ],
  SLOW_QUERY_MS: [
    z.coerce.number('must be a number').int('must be a whole number of milliseconds').min(0, 'must be 0 or more').default(500),
    'SQL statements that take longer are logged, without their values; 0 = none',
  ],
  LOG_LEVEL: [
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent')
      .default('info'),
    'least severe messages to log: trace, debug, info, warn, error, fatal or silent',
  ],
  LOG_FORMAT: [z.enum(['text', 'json'], 'must be text or json').optional(), 'text or json; default: text on a terminal, otherwise json'],
} as const satisfies Record<string, readonly [z.ZodType, string]>
