import type { RequirementTable } from '../requirement-table.ts'

/** Service.md §1, §2, §9 and decisions.md §1: shapes, statuses, ids, times, paging and versions that hold on every route. */
export const conventions = {
  'convention.ids.uuid': { source: 'service §2', rule: 'Every id in every answer is a UUID.' },
  'convention.ids.uuid-v7': { source: 'decisions §1', rule: 'Every id made by the server is a version-7 UUID.' },
  'convention.times.iso-millis': {
    source: 'service §2, decisions §1',
    rule: 'Every timestamp in an answer is ISO-8601 in UTC with exactly three decimals of a second and a trailing Z.',
  },
  'convention.paths.api-base': { source: 'decisions §1', rule: 'The REST routes live under /api below the base URL.' },
  'convention.body.json': {
    source: 'service §4, decisions §1',
    rule: 'A request sent with content-type application/json is understood, and the answer is JSON as well.',
  },
  'convention.body.camel-case': { source: 'decisions §1', rule: 'Keys of request and response bodies are spelt in camelCase.' },
  'convention.body.unknown-keys-ignored': {
    source: 'decisions §1',
    rule: 'REST accepts a request body with an unknown key and applies the rest as if the key were absent.',
  },
  'convention.shape.drawn-envelopes': {
    source: 'decisions §1',
    rule: 'Card detail, webhook creation and session event lists arrive inside the envelopes {card}, {webhook} and {events}.',
  },
  'convention.shape.bare-resource': {
    source: 'decisions §1',
    rule: 'A route that answers one resource without a drawn envelope answers the object itself.',
  },
  'convention.shape.bare-collection': {
    source: 'decisions §1',
    rule: 'A route that answers a collection without a drawn envelope answers a bare JSON array.',
  },
  'convention.paging.link-next': {
    source: 'decisions §1',
    rule: 'A paged collection with more rows to come carries a Link header with rel="next" that leads to the following page.',
  },
  'convention.paging.last-page-no-link': {
    source: 'decisions §1',
    rule: 'The last page of a paged collection carries no rel="next" link.',
  },
  'convention.paging.collections': {
    source: 'decisions §1',
    rule: 'Activity, comments, search results, notifications, deliveries and rule runs are the paged collections.',
  },
  'convention.status.create-201': { source: 'decisions §1', rule: 'A request that creates a resource answers 201.' },
  'convention.status.mutation-200': {
    source: 'decisions §1',
    rule: 'A mutation that neither creates nor deletes answers 200 with the resource.',
  },
  'convention.status.delete-204': { source: 'decisions §1', rule: 'A DELETE answers 204 without a body.' },
  'convention.status.toggle-204': {
    source: 'decisions §1',
    rule: 'An idempotent PUT or DELETE toggle answers 204 the first time and every time after.',
  },
  'convention.limit.default-50': { source: 'decisions §1', rule: 'A list asked for without limit returns at most 50 rows.' },
  'convention.limit.clamped-200': { source: 'decisions §1', rule: 'A limit above 200 is accepted and treated as 200.' },
  'convention.limit.invalid': {
    source: 'decisions §1',
    rule: 'A limit that is zero, negative, fractional or no number answers 400 validation.',
  },
  'convention.since.unknown-id': {
    source: 'decisions §1',
    rule: 'A since that names an id not known on that board or card answers 400 validation.',
  },
  'convention.since.invalid-time': {
    source: 'decisions §1',
    rule: 'A since that is neither an id nor a valid time answers 400 validation.',
  },
  'convention.flags.set-forms': {
    source: 'decisions §1',
    rule: 'A query flag counts as set when it is present without a value, as 1 or as true.',
  },
  'convention.flags.unset': { source: 'decisions §1', rule: 'A query flag that is absent, 0 or false does not count as set.' },
  'convention.query.malformed': {
    source: 'decisions §1',
    rule: 'A flag, number or choice in a query with any other value answers 400 validation, on every operation.',
  },
  'convention.path-id.not-a-uuid': { source: 'decisions §1', rule: 'A path id that is no UUID answers 404 not_found and never 500.' },
  'convention.visibility.unreadable-404': {
    source: 'decisions §1, service §7',
    rule: 'A resource on a board which the caller cannot read answers 404 not_found, as if it did not exist.',
  },
  'convention.visibility.readable-403': {
    source: 'decisions §1, service §7',
    rule: 'A resource that the caller may read but not change answers 403 forbidden to the change.',
  },
  'convention.version.if-version-match': {
    source: 'decisions §1',
    rule: 'An update of a card, board, view or rule whose ifVersion equals the stored version is applied and raises the version.',
  },
  'convention.version.if-version-mismatch': {
    source: 'decisions §1',
    rule: 'An update whose ifVersion differs answers 409 conflict with details.currentVersion.',
  },
  'convention.version.mismatch-applies-nothing': {
    source: 'decisions §1',
    rule: 'After a refused ifVersion nothing of the update is stored and no activity is appended.',
  },
  'convention.version.if-version-optional': {
    source: 'decisions §1',
    rule: 'An update without ifVersion is applied to any current version.',
  },
  'convention.version.texts': {
    source: 'decisions §1, beyond §2',
    rule: 'A change of a title, description, name, handle, item, comment, value, config, address, selection of events or list of options, emptied or not, whose if<Text> is not the stored text answers 409 conflict with it in details.current, and applies nothing; other changes of the same record are not minded.',
  },
  'convention.version.records': {
    source: 'decisions §1',
    rule: 'Cards, boards, views and rules carry an integer version in their answers.',
  },
  'convention.urls.http-only': {
    source: 'decisions §3',
    rule: 'A URL given by a caller (link, url field, externalUrl, avatar) with a scheme other than http or https answers 400.',
  },
  'convention.openapi.served': {
    source: 'service §1, service §4',
    rule: 'GET /openapi.json answers the OpenAPI document of the running service.',
  },
  'convention.openapi.protocols': {
    source: 'decisions §1',
    rule: 'The document describes itself, /metrics, the handshake at /ws and the OAuth routes too.',
  },
  'convention.openapi.matches-routes': {
    source: 'service §9',
    rule: 'Every REST route that the service answers is described in the OpenAPI document, and every described route answers.',
  },
  'convention.openapi.matches-responses': {
    source: 'service §9',
    rule: 'Every response of the service validates against the schema which the OpenAPI document gives for that route and status.',
  },
  'convention.additive.unknown-tolerated': {
    source: 'service §9, decisions §1',
    rule: 'A client of the project keeps working when an answer or event carries verbs or keys it does not know.',
  },
  'convention.gzip': {
    source: 'beyond the specification',
    rule: 'A JSON answer of 4 KiB or more is compressed for a client that takes gzip, with an ETag of its own; one with a secret is not.',
  },
  'convention.out-of-scope.no-registry': { source: 'service §1, service §9', rule: 'The service offers no central plugin registry.' },
} as const satisfies RequirementTable
