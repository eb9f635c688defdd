import { createRegistry } from './registry.ts'

/** Everything that is counted, in one place: what each tells is said to operators in docs/operations.md. Specification: decisions §6. */
export type Metrics = ReturnType<typeof createMetrics>

const requestSeconds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const exchangeSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
const roundTripSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const liveSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const jobSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800]
/** A mutation that has waited for 5 s is sent away. */
const waitSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const batchSizes = [1, 2, 4, 8, 16, 32]

export function createMetrics() {
  const { counter, counters, gauge, gauges, histogram, histograms, declared, text } = createRegistry()
  const collectors: Array<() => Promise<void>> = []
  return {
    requests: counters('tandem_http_requests_total', 'Requests that got a response; status is the class, or aborted.', [
      'method',
      'route',
      'status',
    ]),
    requestSeconds: histograms(
      'tandem_http_request_seconds',
      'From the head of a request to the end of its response.',
      ['method', 'route'],
      requestSeconds,
    ),
    requestsUnderWay: gauge('tandem_http_requests_under_way', 'Requests that are waiting for their response, including streams.'),
    connectionsOpen: gauge('tandem_connections_open', 'Open HTTP, MCP and live socket connections.'),
    connectionsCut: counters('tandem_connections_cut_total', 'Connections over a limit (all, address): closed to make room, or refused.', [
      'limit',
      'how',
    ]),
    refusals: counters('tandem_refusals_total', 'Requests answered with the error envelope, by its code.', ['code']),
    rateLimited: counters('tandem_rate_limited_total', 'Requests and frames that were rate limited.', ['bucket']),
    operations: counters('tandem_operations_total', 'Operations over HTTP and MCP, by outcome.', ['operation', 'kind', 'outcome']),

    steps: counters('tandem_protocol_steps_total', 'Steps of OAuth and of sign-in with providers, by outcome.', ['step', 'outcome']),

    boardQueueWaiting: gauge('tandem_board_queue_waiting', 'Mutations that are waiting for a transaction.'),
    boardQueueWorkers: gauges('tandem_board_queue_workers_busy', 'Transactions of mutations in progress.', ['kind']),
    boardQueueWait: histogram('tandem_board_queue_wait_seconds', 'From the arrival of a mutation to its transaction.', waitSeconds),
    boardQueueBatch: histogram('tandem_board_queue_batch_size', 'Mutations in one transaction.', batchSizes),
    boardQueueOutcomes: counters('tandem_board_queue_batches_total', 'Transactions of mutations, by outcome.', ['outcome']),
    boardQueueExpired: counter('tandem_board_queue_turned_away_total', 'Mutations that waited too long in the queue and were refused.'),

    databaseUp: gauge('tandem_database_up', 'Whether the database answered the query for the queues.'),
    databasePool: gauges('tandem_database_connections', 'Connections: open, idle, and the maximum.', ['state']),
    databaseWaiting: gauge('tandem_database_waiting', 'Callers that are waiting for a connection.'),
    databaseWait: histogram('tandem_database_wait_seconds', 'How long callers waited for a connection.', waitSeconds),
    databaseSeconds: histogram('tandem_database_round_trip_seconds', 'From a packet of statements to its last result.', roundTripSeconds),
    databaseLosses: counter('tandem_database_connections_lost_total', 'Connections that were lost.'),
    slowStatements: counter('tandem_database_slow_statements_total', 'Round trips to the database that took longer than SLOW_QUERY_MS.'),

    deliveryAttempts: counters('tandem_webhook_attempts_total', 'Attempts to deliver, by outcome and error.', ['outcome', 'error']),
    deliverySeconds: histogram('tandem_webhook_attempt_seconds', 'How long receivers took.', exchangeSeconds),
    deliveriesUnderWay: gauge('tandem_webhook_attempts_under_way', 'Attempts in progress.'),
    deliveriesPending: gauge('tandem_webhook_deliveries_pending', 'Deliveries that are not finished, up to 10000.'),
    deliveriesOldest: gauge('tandem_webhook_oldest_pending_seconds', 'Age of the oldest of them.'),

    ruleRuns: counters('tandem_rule_runs_total', 'Runs of rules.', ['state']),
    ruleBoardsBehind: gauge('tandem_rule_boards_behind', 'Boards whose rules have not processed the whole log, up to 10000.'),
    ruleLag: gauge('tandem_rule_lag_seconds', 'Age of the oldest activity that rules have not processed.'),

    toolCalls: counters('tandem_mcp_tool_calls_total', 'Calls of MCP tools, by outcome.', ['tool', 'method', 'outcome']),
    toolSeconds: histograms('tandem_mcp_tool_seconds', 'How long calls of MCP tools took.', ['tool'], requestSeconds),
    mcpStreams: gauge('tandem_mcp_streams_open', 'Open streams that notify MCP clients of changes.'),

    socketsOpen: gauge('tandem_sockets_open', 'Live sockets.'),
    socketFrames: counter('tandem_socket_frames_sent_total', 'Frames sent to sockets.'),
    socketFramesHeard: counters('tandem_socket_frames_received_total', 'Frames received from sockets, by type.', ['type']),
    socketRefusals: counters('tandem_socket_refusals_total', 'Error frames, by code.', ['code']),
    socketsClosed: counters('tandem_sockets_closed_total', 'Sockets that the service closed.', ['reason']),
    liveFeeds: gauge('tandem_live_feeds', 'Boards whose log is followed by this instance.'),

    liveDelay: histogram('tandem_live_delay_seconds', 'From an activity to its frames, for boards that are followed.', liveSeconds),

    rounds: counters('tandem_worker_rounds_total', 'Polls of background workers.', ['worker', 'outcome']),
    textsUnread: gauge('tandem_search_unread_texts', 'Texts that are not indexed yet, up to 10000.'),
    mailsPending: gauges('tandem_mails_pending', 'E-mails that no mail server has accepted yet, up to 10000.', ['queue']),
    mails: counters('tandem_mail_attempts_total', 'Attempts to send e-mails, by outcome.', ['queue', 'outcome']),
    mailSeconds: histogram('tandem_mail_attempt_seconds', 'How long the mail server took.', exchangeSeconds),
    mailIn: counters('tandem_mail_in_total', 'Incoming e-mails, by source and outcome.', ['source', 'outcome']),
    mailboxPolls: counters('tandem_mail_in_polls_total', 'Polls of the mailbox for replies.', ['outcome']),
    pushesPending: gauge('tandem_pushes_pending', 'Push notifications that no push service has accepted yet, up to 10000.'),
    pushes: counters('tandem_push_attempts_total', 'Attempts to send push notifications, by outcome.', ['outcome']),
    pushSeconds: histogram('tandem_push_attempt_seconds', 'How long push services took.', exchangeSeconds),
    importsEnded: counters('tandem_import_attempts_total', 'Attempts to import, by outcome.', ['outcome']),
    importSeconds: histogram('tandem_import_attempt_seconds', 'How long attempts to import took.', jobSeconds),
    imports: gauges('tandem_imports', 'Imports that are not finished.', ['state']),
    thumbnails: counters('tandem_thumbnails_total', 'Attempts to create thumbnails, by outcome.', ['outcome']),
    thumbnailSeconds: histogram('tandem_thumbnail_seconds', 'How long creating thumbnails took.', jobSeconds),
    thumbnailsPending: gauge('tandem_thumbnails_pending', 'Images that are waiting for thumbnails, up to 10000.'),
    filesUnswept: gauge('tandem_files_to_sweep', 'Unused files that are due to be deleted, up to 10000.'),
    boardsLeaving: gauge('tandem_boards_to_remove', 'Deleted boards that still have rows, up to 10000.'),
    retired: counters('tandem_retention_rows_total', 'Expired rows that were deleted, by table.', ['table']),
    sessions: gauges('tandem_sessions', 'Agent sessions that have not ended, up to 10000.', ['state']),
    secretsUnreadable: gauge('tandem_secrets_unreadable', 'Stored secrets that no key could decrypt at the start.'),
    redisUp: gauge('tandem_redis_up', 'Whether Redis responds; absent without REDIS_URL.'),

    eventLoopDelay: gauges('nodejs_eventloop_delay_seconds', 'Delays of the event loop since the last scrape.', ['quantile']),
    cpuSeconds: counter('process_cpu_seconds_total', 'CPU time used.'),
    residentBytes: gauge('process_resident_memory_bytes', 'Memory in use.'),
    heapBytes: gauges('nodejs_heap_bytes', 'The JavaScript heap.', ['state']),
    startTime: gauge('process_start_time_seconds', 'When the process started, in Unix time.'),
    build: gauges('tandem_build_info', 'Always 1.', ['version', 'node']),

    declared,
    /** `collect` runs before the metrics are written, and sets those that have to be read. */
    beforeText: (collect: () => Promise<void>) => void collectors.push(collect),
    async text(): Promise<string> {
      await Promise.all(collectors.map((collect) => collect()))
      return text()
    },
  }
}
