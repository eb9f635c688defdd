import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6, §9 and decisions.md §5: the deliveries to a receiver, and their times. */
export const deliveries = {
  'delivery.body.activity': { source: 'service §6', rule: 'A delivery is a POST whose JSON body is the Activity as the log holds it.' },
  'delivery.body.matching-only': { source: 'service §6', rule: 'A subscription receives the verbs it selected and no others.' },
  'delivery.guarantee.at-least-once': {
    source: 'service §6',
    rule: 'Every matching activity is delivered even when the service is killed between commit and delivery.',
  },
  'delivery.guarantee.after-sigkill': {
    source: 'decisions §5',
    rule: 'What a process had claimed when it got SIGKILL goes out again within 10 s, under the same delivery id.',
  },
  'delivery.header.signature': {
    source: 'service §6',
    rule: 'X-Signature is v2= and the lower-case hex HMAC-SHA256 over v2.<deliveryId>.<timestamp>.<raw body>.',
  },
  'delivery.header.key-bytes': {
    source: 'decisions §5',
    rule: 'The signature verifies with the secret as shown, whsec_ included, taken as UTF-8 for the key.',
  },
  'delivery.header.delivery-id': { source: 'service §6', rule: 'X-Kanban-Delivery-Id is a UUIDv7.' },
  'delivery.header.delivery-id-stable': { source: 'service §6', rule: 'Each retry of a delivery carries the same X-Kanban-Delivery-Id.' },
  'delivery.header.timestamp': {
    source: 'service §6',
    rule: 'X-Kanban-Timestamp is the time of the attempt in unix seconds and inside the 5-minute window.',
  },
  'delivery.receiver.window': {
    source: 'service §6, service §8',
    rule: 'The verifying code of the project rejects a timestamp more than 300 s away.',
  },
  'delivery.receiver.raw-body': {
    source: 'service §6',
    rule: 'The verifying code of the project checks the raw bytes and rejects an altered body.',
  },
  'delivery.receiver.dedupe': { source: 'service §6', rule: 'The receivers of the project act once on a delivery id that arrives twice.' },
  'delivery.retry.2xx-stops': { source: 'service §6', rule: 'A 2xx answer ends a delivery.' },
  'delivery.retry.4xx-permanent': { source: 'service §6', rule: 'A 4xx answer is not retried.' },
  'delivery.retry.4xx-terminal': { source: 'decisions §5', rule: 'A 4xx answer counts as a terminal failure.' },
  'delivery.retry.5xx': { source: 'service §6', rule: 'A 5xx answer or a connection error is tried again.' },
  'delivery.retry.3xx': { source: 'decisions §5', rule: 'A redirect is not followed and counts as a failed try.' },
  'delivery.retry.schedule': {
    source: 'decisions §5',
    rule: 'Retries follow after about 2 s, 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h, each within 20 %.',
  },
  'delivery.retry.scale': { source: 'decisions §5', rule: 'WEBHOOK_RETRY_SCALE multiplies the delays.' },
  'delivery.retry.ten-tries': { source: 'decisions §5', rule: 'After the tenth failed try the delivery is a terminal failure.' },
  'delivery.retry.timeout': { source: 'decisions §5', rule: 'An attempt without an answer for 15 s is a failed try.' },
  'delivery.retry.response-bounded': { source: 'decisions §5', rule: 'At most 64 KiB of a response are read.' },
  'delivery.sweep.interval': {
    source: 'service §6',
    rule: 'Pending deliveries are retried and expired by a sweep every WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS.',
  },
  'delivery.sweep.default': { source: 'decisions §5', rule: 'WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS is 5000 when not set.' },
  'delivery.isolation.slow-receiver': {
    source: 'decisions §5',
    rule: 'A receiver that hangs does not delay the deliveries of another subscription.',
  },
  'delivery.isolation.same-host': {
    source: 'decisions §5',
    rule: 'Hundreds of subscriptions of other people that hang on one host, or nineteen of the same board, do not delay a healthy subscription on that host, also when nothing is known of it: because it is new, or after a restart.',
  },
  'delivery.log.list': {
    source: 'decisions §5',
    rule: 'GET …/webhooks/:webhookId/deliveries lists the deliveries and takes status and limit.',
  },
  'delivery.log.redeliver': { source: 'decisions §5', rule: 'POST …/deliveries/:deliveryId/redeliver sends the delivery again.' },
  'delivery.log.ping': { source: 'decisions §5', rule: 'POST …/webhooks/:webhookId/ping sends a test delivery to the receiver.' },
} as const satisfies RequirementTable
