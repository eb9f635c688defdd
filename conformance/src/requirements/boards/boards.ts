import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4 and decisions.md §3: boards and the board tree. */
export const boards = {
  'board.summaries.counts': {
    source: 'beyond the specification',
    rule: 'GET /api/me/boards tells of each board that the caller reads how many cards are open and have an agent at work, how many questions are open, when something happened last, and who was active.',
  },
  'board.summaries.bounded': {
    source: 'beyond the specification',
    rule: 'Counts of GET /api/me/boards end at 500; it looks at up to 200 boards, and at the last 30 activities of each for up to 5 faces: its cost does not grow with the boards.',
  },
  'board.create.answer': { source: 'decisions §3', rule: 'POST /api/boards answers 201 with the board.' },
  'board.create.caller-admin': { source: 'decisions §3', rule: 'The creator of a board is its admin.' },
  'board.create.prefix-derived': {
    source: 'decisions §3',
    rule: 'A board created without keyPrefix gets one derived from its name, unique on the instance.',
  },
  'board.create.prefix-syntax': {
    source: 'decisions §3',
    rule: 'A keyPrefix must be 2..10 upper-case letters or digits and start with a letter, else 400.',
  },
  'board.create.prefix-taken': { source: 'decisions §3', rule: 'A keyPrefix already in use answers 409.' },
  'board.create.template-empty': { source: 'decisions §3', rule: 'The template empty makes a board without lists.' },
  'board.create.template-kanban': { source: 'decisions §3', rule: 'The template kanban makes a board with lists to work with.' },
  'board.create.template-agent-pipeline': {
    source: 'decisions §3',
    rule: 'The template agent-pipeline makes a board with the lists of an agent pipeline.',
  },
  'board.create.template-unknown': { source: 'decisions §3', rule: 'A template outside empty, kanban and agent-pipeline answers 400.' },
  'board.record.shape': {
    source: 'decisions §3',
    rule: 'A board carries id, name, description, keyPrefix, version, archivedAt, createdAt and the role of the caller.',
  },
  'board.list.readable': { source: 'service §4', rule: 'GET /api/boards lists the boards that the caller can read and no others.' },
  'board.list.archived': { source: 'decisions §3', rule: 'Archived boards are left out of the list unless archived is asked for.' },
  'board.update.fields': { source: 'decisions §3', rule: 'PATCH /api/boards/:id changes name, description and agentGuidance.' },
  'board.update.archive': {
    source: 'decisions §3',
    rule: 'PATCH /api/boards/:id with archived true sets archivedAt and with false clears it.',
  },
  'board.update.admin-only': {
    source: 'decisions §2, decisions §3',
    rule: 'PATCH /api/boards/:id by anybody below admin answers 403, but for agentsPaused alone.',
  },
  'board.delete.gone': {
    source: 'decisions §3',
    rule: 'DELETE /api/boards/:id removes the board and its contents for good: it answers 404 afterwards.',
  },
  'board.delete.files': { source: 'decisions §3', rule: 'Deleting a board deletes the stored files of its attachments.' },
  'board.delete.archived-only': { source: 'decisions §3', rule: 'A board which is not archived cannot be deleted.' },
  'board.delete.name-repeated': { source: 'decisions §3', rule: 'Deleting a board needs its exact name in the body.' },
  'board.delete.admin-only': { source: 'decisions §3', rule: 'Only a board admin can delete the board.' },
  'board.copy.endpoint': { source: 'decisions §3', rule: 'POST /api/boards/:id/copy makes a new board from an existing one.' },
  'board.tree.lists-and-cards': { source: 'service §4', rule: 'GET /api/boards/:id answers the lists of the board and the cards in each.' },
  'board.tree.top-level': { source: 'decisions §3', rule: 'The tree carries id, name, keyPrefix, seq, lists, labels, fields and members.' },
  'board.tree.list-shape': {
    source: 'decisions §3',
    rule: 'A list in the tree carries id, name, rank, archivedAt, wipLimit, wipPolicy, category, acceptance, queue and cards.',
  },
  'board.tree.card-summary': {
    source: 'decisions §3',
    rule: 'A card summary carries every attribute of decisions §3, from id, number and key to version and updatedAt.',
  },
  'board.tree.card-number': { source: 'service §2', rule: 'Every card in the tree carries its number.' },
  'board.tree.card-delegation': { source: 'service §2', rule: 'Every card in the tree carries delegation, {agentActorId} or null.' },
  'board.tree.checklist-counts': {
    source: 'service §2, decisions §3',
    rule: 'A card in the tree carries checklist {done, total} and no checklist items.',
  },
  'board.tree.session-summary': {
    source: 'decisions §3',
    rule: 'A card in the tree carries session as {id, state, statusText, stale} or null.',
  },
  'board.tree.blocked': { source: 'decisions §3', rule: 'A card in the tree carries blocked as a boolean.' },
  'board.tree.no-caller-data': {
    source: 'decisions §3',
    rule: 'Two callers get the same tree: it holds no role or anything else per caller.',
  },
  'board.tree.archived-left-out': { source: 'decisions §3', rule: 'Archived lists and cards are absent from the tree.' },
  'board.tree.archived-shown': { source: 'decisions §3', rule: 'The tree asked for with archived=true contains archived lists and cards.' },
  'board.tree.etag': { source: 'decisions §3', rule: 'The tree carries an ETag.' },
  'board.tree.not-modified': {
    source: 'decisions §3',
    rule: 'A request with the current ETag in If-None-Match answers 304 without a body.',
  },
  'board.tree.etag-changes': { source: 'decisions §3', rule: 'After a change on the board the former ETag answers 200 with the new tree.' },
  'board.tree.etag-stale-session': {
    source: 'decisions §3',
    rule: 'When a working session of the tree turns stale the former ETag answers 200 with stale true.',
  },
  'board.create.prefix-never-runs-out': {
    source: 'decisions §3',
    rule: 'A board without a keyPrefix gets a free one, however many of its name there are and however many are made at once.',
  },
  'board.archived.read-only': {
    source: 'decisions §3',
    rule: 'An archived board takes no change: 409 for new cards, changes, comments, delegations and sessions, and for cards that move there.',
  },
  'board.archived.what-stays': {
    source: 'decisions §3 and §4',
    rule: 'An archived board can be restored, copied, exported and left, and sessions that are open there go on to their end.',
  },
  'board.archive.lists-cards': { source: 'decisions §3', rule: 'GET /api/boards/:id/archive lists the archived cards of the board.' },
} as const satisfies RequirementTable
