import type { RequirementTable } from '../requirement-table.ts'

/** Pages, guides, traces, metrics, logs, instances and what else operators and programs meet beyond the operations. */
export const surfaces = {
  'page.reference.complete': {
    source: 'beyond the specification',
    rule: 'GET /docs/api shows each operation with method, scope, example, a curl line and the errors it may answer; every link in it leads somewhere.',
  },
  'page.reference.self-contained': {
    source: 'beyond the specification',
    rule: 'The policy of /docs/api allows its own style and script by hash and nothing else; it loads nothing from elsewhere.',
  },
  'page.web.policy': {
    source: 'beyond the specification',
    rule: 'The page of the web app may load our own files alone, stands in no frame, and is asked for anew each time; its hashed files are kept for a year.',
  },
  'page.web.installable': {
    source: 'beyond §11',
    rule: 'The manifest, the service worker and the icons have fixed names at the root; the first two are asked for anew each time, under a policy of their own.',
  },
  'page.web.navigation': {
    source: 'beyond the specification',
    rule: 'Browsers that navigate to an address of the app get its page; programs, files and /api that are not there answer the 404 envelope.',
  },
  'page.web.not-built': {
    source: 'beyond the specification',
    rule: 'Without a build of the web app a page says how to make one, and everything else is served.',
  },
  'guide.llms': {
    source: 'beyond the specification',
    rule: 'GET /llms.txt is an index under PUBLIC_URL whose every link answers 200 without a credential.',
  },
  'guide.agents': {
    source: 'beyond the specification',
    rule: 'GET /agents.md names the instructions, every tool and the address of MCP, also of an MCP of its own port or URL.',
  },
  'guide.unchanged': {
    source: 'beyond the specification',
    rule: 'The reference and the guides answer 304 to a caller that has them already.',
  },
  'trace.delivery': {
    source: 'beyond the specification',
    rule: 'Each try of a delivery carries the traceparent of the request that caused it, also through a rule; without one it carries none.',
  },
  'trace.tool': { source: 'beyond the specification', rule: 'A tool call belongs to the trace in _meta, else to the one in the header.' },
  'trace.log': { source: 'beyond the specification', rule: 'Every line of the log about a request has its trace id.' },
  'trace.spans': {
    source: 'beyond the specification',
    rule: 'A request is a span of its caller and the operation one of the request; neither holds text of cards; a refusal is no error but has its code.',
  },
  'trace.strangers': {
    source: 'beyond the specification',
    rule: 'A caller without a valid credential neither joins a trace nor decides what is recorded.',
  },
  'log.request': {
    source: 'beyond the specification',
    rule: 'Each request leaves one line with route, status, duration, request id, actor and board; its id is that of X-Request-Id when that is one.',
  },
  'log.tool-call': {
    source: 'beyond the specification',
    rule: 'A tool call leaves a line that says what was called by whom for how long, and nothing of what was said.',
  },
  'log.no-secret': {
    source: 'beyond the specification',
    rule: 'No token, cookie, invitation, ticket, password or signing secret of a request reaches the log.',
  },
  'log.slow-statements': {
    source: 'beyond the specification',
    rule: 'A statement that takes longer than SLOW_QUERY_MS is logged without its values; 0 logs none.',
  },
  'metrics.described': {
    source: 'beyond the specification',
    rule: 'Every metric is described for operators and moves in a test, and the dashboard asks for no other one.',
  },
  'metrics.labels': { source: 'beyond the specification', rule: 'Nothing that a caller chooses becomes a label of a metric.' },
  'metrics.silent-database': {
    source: 'beyond the specification',
    rule: 'While the database does not answer, the metrics of the process are told and those of the database left out.',
  },
  'config.secrets.hidden': {
    source: 'beyond the specification',
    rule: 'A bad setting that may hold a secret is named and its value not shown; any other value is shown.',
  },
  'config.settings.documented': {
    source: 'beyond the specification',
    rule: 'docs/configuration.md lists every setting as the service has it.',
  },
  'config.database.pool-size': {
    source: 'beyond the specification',
    rule: 'At most DATABASE_POOL_SIZE connections to the database are open; who waits for one is counted.',
  },
  'config.mail.from': { source: 'beyond the specification', rule: 'MAIL_FROM is the sender of letters, and its domain that of their ids.' },
  'config.s3.used': {
    source: 'beyond the specification',
    rule: 'With ATTACHMENT_STORE=s3 files lie in the bucket below S3_PREFIX by signed requests, and with a wrong key nothing is stored.',
  },
  'instances.together': {
    source: 'beyond the specification',
    rule: 'Several instances on one database hear each other, end a credential together, and do deliveries, time-outs and rules once.',
  },
  'instances.redis-shared': {
    source: 'beyond the specification',
    rule: 'With REDIS_URL instances share rate limits and live push; while Redis is away or hangs each goes on by the database alone.',
  },
  'retention.swept': {
    source: 'beyond the specification',
    rule: 'Finished deliveries go after 30 days, read notifications after 180 and the audit log after 400; pending deliveries and the log of boards stay.',
  },
  'check.invariants': {
    source: 'beyond the specification',
    rule: 'Each invariant of the data is broken in a test, and the check of the database names it.',
  },
  'check.storage': {
    source: 'beyond the specification',
    rule: 'The check reads every table and index and names an index that lacks what its table has.',
  },
  'mcp.wait.poll': {
    source: 'beyond the specification',
    rule: 'poll_events with waitSeconds ends with the next event, or empty with the call to make next; a client that asks is told of progress.',
  },
  'mcp.wait.credential': { source: 'beyond the specification', rule: 'Revoking the token or ending the membership ends a wait.' },
  'mcp.stream.told': {
    source: 'beyond the specification',
    rule: 'A stream of subscriptions tells of changes at the addresses that were asked for and may be read, and of no other.',
  },
  'mcp.stream.ends': {
    source: 'beyond the specification',
    rule: 'A stream ends with its token, its grant or its last board, and a token has at most sixteen.',
  },
  'mcp.refusal.next': {
    source: 'beyond the specification',
    rule: 'A refusal names the call to make instead, the missing scope or the present state; an unknown method or parameter is named with the nearest one.',
  },
  'mcp.answer.bounded': {
    source: 'beyond the specification',
    rule: 'An answer is cut to what a client takes and says so; long lists come in pages, each entry once.',
  },
  'mcp.next.sees-through': {
    source: 'beyond the specification',
    rule: 'An agent that does only what next names sees a delegated card with a question through.',
  },
  'mcp.completion': {
    source: 'beyond the specification',
    rule: 'Arguments of prompts are completed with keys and boards that the caller can read.',
  },
  'mcp.gate.protocol': {
    source: 'beyond the specification',
    rule: 'The endpoint takes POST alone; headers that do not match the body, unknown versions and messages above 4 MiB are refused.',
  },
  'mcp.gate.origin': {
    source: 'beyond the specification',
    rule: 'A page of a foreign origin is refused, one of ours, of this machine or of MCP_ALLOWED_ORIGINS is not.',
  },
  'client.retry.once': {
    source: 'beyond the specification',
    rule: 'The client sends a mutation again after a passing failure with the same clientMutationId, so that it is applied once.',
  },
  'client.watch.once': {
    source: 'beyond the specification',
    rule: 'The client brings every activity once and in order, by polling and by socket, over outages and broken connections.',
  },
  'client.webhook.verified': {
    source: 'beyond the specification',
    rule: 'The client verifies deliveries from their raw bytes, refuses changed, foreign and stale ones, and takes each once.',
  },
  'example.agents': {
    source: 'beyond the specification',
    rule: 'Each example agent sees a delegated card with a question through, takes up what it missed, and ends when a person stops it.',
  },
} as const satisfies RequirementTable
