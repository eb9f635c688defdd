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
  PORT: [wholeNumber(0, 65_535, 'port number').default(3000), 'port to listen on; 0 takes a free one'],
  DATABASE_URL: [
    z.string().superRefine(checkDatabaseUrl).optional(),
    'a PostgreSQL 15+ of your own (INTEGRATION_SECRET_KEY is then required), or the hosts of a primary and its standbys with target_session_attrs=read-write; absent = the embedded one in DATA_DIR',
  ],
  DATABASE_POOL_SIZE: [wholeNumber(2, 200).default(16), 'connections to the database'],
  DATA_DIR: [z.string().default('./data'), 'where the embedded database and files live'],
  PUBLIC_URL: [ownOrigin.optional(), 'the URL that people and agents use, without a path; https makes cookies Secure'],
  ALLOWED_HOSTS: [
    z
      .string()
      .refine((list) => namesIn(list).every(isHostName), 'must be host names such as tandem.lan, without ports, comma-separated, or *')
      .transform(namesIn)
      .prefault(''),
    'host names that requests may use besides those of HOST, PUBLIC_URL and MCP_PUBLIC_URL, comma-separated; * = any',
  ],
  MCP_PORT: [wholeNumber(1, 65_535, 'port number').optional(), 'a port of its own for MCP; absent = /mcp on PORT'],
  MCP_PUBLIC_URL: [ownOrigin.optional(), 'the URL, without /mcp, at which agents reach MCP, when it is not PUBLIC_URL'],
  MCP_ALLOWED_ORIGINS: [
    z
      .string()
      .refine((list) => entriesIn(list).every(isOrigin), 'must be origins such as https://chat.example.com, comma-separated, or *')
      .transform(entriesIn)
      .prefault(''),
    'origins of web pages that may call MCP besides our own, comma-separated; * = any',
  ],
  OAUTH_CIMD: [
    flag.optional(),
    'accept MCP clients that identify themselves by the URL of a metadata document, which is fetched; default true only with an https PUBLIC_URL',
  ],
  REGISTRATION: [
    z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional(),
    'open, invite or closed; default open, but invite once PUBLIC_URL is https and an account exists',
  ],
  REGISTRATION_MAX_PER_ADDRESS: [
    most.default(200),
    'tries to register that one address has within a day, loopback addresses excepted; 0 = without bound',
  ],
  REGISTRATION_MAX_PER_INVITER: [
    most.default(200),
    'tries to register within a day by invitations of one person and their agents; 0 = without bound',
  ],
  LOCAL_LOGIN: [flag.default(true), 'take e-mail and password; false = people come by OIDC_PROVIDERS alone'],
  OIDC_PROVIDERS: [
    z.string().prefault('[]').transform(providersIn),
    'providers of OpenID Connect that people may sign in by: a JSON list of { id, name, issuer, clientId, clientSecret, … }, or a file with it',
  ],
  INTEGRATION_SECRET_KEY: [
    z.string().optional(),
    'what secrets are encrypted with, required with DATABASE_URL: 32 bytes in base64 or hex; a comma-separated list rotates: the first encrypts, all decrypt',
  ],
  TRUST_PROXY: [
    z.string().refine(isProxySetting, 'must be true, false, a number of hops, or addresses and CIDRs, comma-separated').default('false'),
    'true, a number of hops, or a comma-separated list of proxies',
  ],
  BOARD_MAX_PER_PERSON: [most.default(5_000), 'boards that a person and their agents may have made; 0 = without bound'],
  AGENT_MAX_PER_PERSON: [most.default(1_000), 'agents that a person may have; 0 = without bound'],
  TOKEN_MAX_PER_PERSON: [most.default(5_000), 'tokens that a person and their agents may have; 0 = without bound'],
  SESSION_STALE_MINUTES: [positive.default(30), 'silence after which a working session is shown as stale'],
  SESSION_TIMEOUT_HOURS: [positive.default(24), 'silence after which a session is failed'],
  WEBHOOK_MAX_PER_BOARD: [wholeNumber(1, 100_000).default(20), 'webhook subscriptions per board'],
  WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: [positive.default(5_000), 'how often pending deliveries are swept'],
  WEBHOOK_RETRY_SCALE: [positive.default(1), 'multiplies the delays between delivery attempts'],
  OUTBOUND_ALLOW_PRIVATE: [
    flag.optional(),
    'let webhooks reach private addresses; default true only while listening on loopback without a public URL',
  ],
  OUTBOUND_ALLOWED: [z.string().default(''), 'hosts and CIDRs that webhooks may reach although private, comma-separated'],
  LINK_PREVIEWS: [
    z.enum(['true', 'private', 'false'], 'must be true, private or false').default('true'),
    'show the title of public web pages that descriptions and comments link to; private = also of those in your own network that webhooks may reach, and profile pictures from there',
  ],
  RATE_LIMIT_TOKEN: [bucket.prefault('1200/600'), 'requests per token: perMinute/burst, 0 = off'],
  RATE_LIMIT_SESSION: [bucket.prefault('3600/1200'), 'requests per signed-in person'],
  RATE_LIMIT_AUTH: [bucket.prefault('60/60'), 'logins, registrations, and answers by the links of letters, per address'],
  RATE_LIMIT_AUTH_FAILURES: [
    bucket.prefault('120/60'),
    'unknown tokens, cookies and invitations per address; valid ones are always accepted',
  ],
  CONNECTIONS_MAX: [
    connections.optional(),
    'open connections, live sockets included; absent = 20000, and in any case no more than the limit of open files (ulimit -n) leaves room for',
  ],
  CONNECTIONS_MAX_PER_ADDRESS: [
    connections.optional(),
    'open connections from one address, trusted proxies and this machine apart; absent = a quarter of all',
  ],
  SMTP_URL: [
    z
      .string()
      .refine(
        (url) => /^smtps?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '',
        'must be a URL such as smtp://user:password@mail.example.com:587',
      )
      .optional(),
    'where mail is handed over; absent = no mail',
  ],
  MAIL_FROM: [z.string().default('Tandem <tandem@localhost>'), 'sender of mail'],
  MAIL_IN_ADDRESS: [
    z
      .string()
      .refine(
        isReplyAddress,
        `must be an address such as reply@tandem.example, with at most ${longestReplyName} letters, digits, . _ and - before the @`,
      )
      .transform((address) => address.toLowerCase())
      .optional(),
    'the address, of which all addresses with +… are delivered too, that people reply to mails at; needs MAIL_IN_SECRET or MAIL_IN_IMAP_URL; absent = no replies',
  ],
  MAIL_IN_SECRET: [
    z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 characters without spaces')
      .optional(),
    'what a mail host signs the letters with that it hands over to POST /mail/in; absent = no such endpoint',
  ],
  MAIL_IN_IMAP_URL: [
    z
      .string()
      .refine((url) => mailboxTarget(url) !== null, 'must be a URL such as imaps://user:password@mail.example.com/INBOX')
      .optional(),
    'a mailbox that replies are taken from; absent = none',
  ],
  WEB_PUSH: [flag.default(true), 'push questions of agents to the browsers of people who want that; false = never'],
  WEB_PUSH_CONTACT: [
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https: URL')
      .optional(),
    'what push services are told to reach you by: a mailto: or https: URL; absent = an https PUBLIC_URL, else the address of MAIL_FROM',
  ],
  ATTACHMENT_STORE: [z.enum(['disk', 's3'], 'must be disk or s3').default('disk'), 'where attached files lie: disk (DATA_DIR/files) or s3'],
  ATTACHMENT_MAX_BYTES: [bytes.default(25 * 1_048_576), 'the largest file that may be attached'],
  ATTACHMENT_BOARD_QUOTA_BYTES: [bytes.default(1_073_741_824), 'the files of one board together'],
  ATTACHMENT_PERSON_QUOTA_BYTES: [
    most.default(53_687_091_200),
    'the files that a person and their agents have attached, together; 0 = without bound',
  ],
  IMPORT_MAX_BYTES: [bytes.default(100 * 1_048_576), 'the largest file that a board may be imported from'],
  S3_BUCKET: [z.string().optional(), 'bucket for ATTACHMENT_STORE=s3'],
  S3_ENDPOINT: [absolute.optional(), 'URL of an S3-compatible server, bucket in the path; absent = Amazon S3 in S3_REGION'],
  S3_REGION: [z.string().default('us-east-1'), 'region that requests to S3 are signed for'],
  S3_ACCESS_KEY_ID: [z.string().optional(), 'access key for S3'],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'its secret'],
  S3_PREFIX: [
    z
      .string()
      .regex(/^([\w.-]+\/)*$/, 'must be empty or end with /, of letters, digits, dots, dashes and underscores')
      .default(''),
    'what the names of files in the bucket begin with, such as tandem/',
  ],
  REDIS_URL: [
    z
      .url({ protocol: /^rediss?$/, message: 'must be a URL such as redis://localhost:6379', abort: true })
      .refine((url) => /^\/?\d*$/.test(new URL(url).pathname), 'may end with the number of a database, such as /0, and with nothing else')
      .optional(),
    'a Redis 6+ that instances share rate limits and words through; absent = by the database alone',
  ],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\w.~+/=-]{16,256}$/, 'must be 16 to 256 letters, digits and . _ ~ + / = -')
      .optional(),
    'the bearer token that GET /metrics takes besides that of an instance admin',
  ],
  SLOW_QUERY_MS: [
    z.coerce.number('must be a number').int('must be a whole number of milliseconds').min(0, 'must be 0 or more').default(500),
    'statements that take longer are logged, without their values; 0 = none',
  ],
  LOG_LEVEL: [
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be trace, debug, info, warn, error, fatal or silent')
      .default('info'),
    'trace, debug, info, warn, error, fatal or silent',
  ],
  LOG_FORMAT: [
    z.enum(['text', 'json'], 'must be text or json').optional(),
    'text or json; default text on a terminal, json where the output goes elsewhere',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>
