import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2 and decisions.md §3: EntityLink. */
export const links = {
  'link.upsert.creates': { source: 'decisions §3', rule: 'PUT /api/cards/:id/links makes a link for the integration of the caller.' },
  'link.upsert.idempotent': { source: 'service §2', rule: 'A second PUT of the same triple leaves one link.' },
  'link.upsert.updates': { source: 'decisions §3', rule: 'A second PUT with another title, state or URL changes the link.' },
  'link.upsert.change-is-an-update': {
    source: 'service §6, decisions §1 and §3',
    rule: 'A PUT that only changes the state, title or URL of a link appends card.updated with the link and no card.linked; one that changes nothing appends nothing.',
  },
  'link.upsert.per-integration': {
    source: 'service §2',
    rule: 'Two integrations can each own a link with the same system and external id.',
  },
  'link.upsert.concurrent': { source: 'service §2', rule: 'Concurrent PUTs of one triple leave one link.' },
  'link.upsert.scope': { source: 'decisions §3', rule: 'PUT of a link without integrations:write answers 403.' },
  'link.move.to-other-card': {
    source: 'decisions §3',
    rule: 'A triple put on another card of the board leaves the first card and lies on the second.',
  },
  'link.move.activities': { source: 'decisions §3', rule: 'Moving a link appends card.unlinked and card.linked together or not at all.' },
  'link.delete.answer': { source: 'decisions §3', rule: 'DELETE /api/cards/:id/links/:linkId answers 204.' },
  'link.find.by-external-id': {
    source: 'decisions §3',
    rule: 'GET /api/links?externalSystem&externalId finds the links of the own integration.',
  },
  'link.find.own-only': { source: 'decisions §3', rule: 'GET /api/links shows no link of another integration.' },
  'link.record.shape': {
    source: 'decisions §3',
    rule: 'A link carries id, cardId, integrationId, system, externalId, url, title, state and createdAt.',
  },
  'link.record.both-names': {
    source: 'decisions §3',
    rule: 'A link carries id/linkId, system/externalSystem and url/externalUrl as pairs of equal values.',
  },
  'link-preview.shown': {
    source: 'beyond the specification',
    rule: 'GET /api/cards/:id/link-preview?url= answers title, site and description of a page that the description or a comment of the card names, after at most three redirects.',
  },
  'link-preview.refused': {
    source: 'beyond the specification',
    rule: 'An address that the card does not name, and a card of another board, are 404, and nothing is called; a private address is called only with LINK_PREVIEWS=private, and then only where webhooks may reach it.',
  },
  'link-preview.kept': {
    source: 'beyond the specification',
    rule: 'A page is fetched once a week however many read the card at once, and one that has no title once an hour.',
  },
  'link-preview.bounded': {
    source: 'beyond the specification',
    rule: 'A page has 5 s and 2 MB, of which the first 512 KiB are read; of one actor four pages are fetched at once, of all 16: more is 503. An address of more than 2,048 octets has no preview. A title has 300 characters, a site 100, a description 500.',
  },
  'link-preview.off': {
    source: 'beyond the specification',
    rule: 'With LINK_PREVIEWS=false no page is called, and there are no previews.',
  },
} as const satisfies RequirementTable
