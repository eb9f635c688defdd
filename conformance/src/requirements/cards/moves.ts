import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §4 and decisions.md §3: rank, neighbours, moves across boards. */
export const moves = {
  'move.rank.server-derived': {
    source: 'service §2, service §4',
    rule: 'The order of cards comes from a rank which the server derives; no client can set it.',
  },
  'move.rank.fractional-string': {
    source: 'service §2, decisions §1',
    rule: 'The position of a card is a fractional rank string and never an integer.',
  },
  'move.rank.others-untouched': {
    source: 'service §2',
    rule: 'Moving a card changes the order, the version and the log of no other card.',
  },
  'move.target.before-is-above': { source: 'service §4', rule: 'With beforeId the card lands below that card.' },
  'move.target.after-is-below': { source: 'service §4', rule: 'With afterId the card lands above that card.' },
  'move.target.between': { source: 'service §4', rule: 'With two adjacent neighbours the card lands between them.' },
  'move.target.null-open-end': {
    source: 'service §4',
    rule: 'A null neighbour stands for the open end: beforeId null is the top and afterId null the bottom.',
  },
  'move.target.neither-appends': { source: 'service §4', rule: 'With listId alone the card lands at the end of the list.' },
  'move.target.one-direct': {
    source: 'decisions §3',
    rule: 'With one neighbour given and the other left out the card lands directly next to the given one.',
  },
  'move.target.no-longer-adjacent': {
    source: 'decisions §3',
    rule: 'With both neighbours given and no longer adjacent the card lands directly below beforeId.',
  },
  'move.refused.other-list': { source: 'service §4', rule: 'A neighbour that lies in another list answers 400.' },
  'move.refused.archived': { source: 'service §4', rule: 'A neighbour that is archived answers 400.' },
  'move.refused.unknown': { source: 'service §4', rule: 'A neighbour that does not exist answers 400.' },
  'move.refused.inverted': { source: 'decisions §3', rule: 'A beforeId ranked below afterId answers 400.' },
  'move.refused.same-twice': {
    source: 'service §4',
    rule: 'One card as beforeId and afterId answers 400, and so does one list or checklist item.',
  },
  'move.refused.itself': { source: 'decisions §3', rule: 'A card named as its own neighbour answers 400.' },
  'move.refused.applies-nothing': { source: 'service §4', rule: 'A refused move leaves the card where it was and appends no activity.' },
  'move.concurrent.total-order': { source: 'service §2', rule: 'Concurrent moves into one slot leave every card with a rank of its own.' },
  'move.across.both-activities': { source: 'decisions §3', rule: 'A move to a list of another board appends card.moved on both boards.' },
  'move.across.to-board': { source: 'decisions §3', rule: 'The card.moved of the board left behind carries toBoardId.' },
  'move.across.from-board': { source: 'decisions §3', rule: 'The card.moved of the board arrived at carries fromBoardId.' },
  'move.across.new-number': { source: 'decisions §3', rule: 'The moved card gets a number of the new board.' },
  'move.across.old-key': { source: 'decisions §3', rule: 'The former key of the moved card still resolves to it.' },
  'move.across.labels-matched': {
    source: 'decisions §3',
    rule: 'Labels and fields of the moved card are kept where the new board has one of the same name and type.',
  },
  'move.across.labels-dropped': {
    source: 'decisions §3',
    rule: 'Labels and fields without a counterpart are dropped and named in the payload.',
  },
  'move.across.assignees': { source: 'decisions §3', rule: 'Assignees who are no members of the new board are removed.' },
  'move.across.live-session': { source: 'decisions §3', rule: 'A card with a live session cannot change boards: 409.' },
  'move.across.tells-nothing-new': {
    source: 'decisions §2 and §3',
    rule: 'What else the request of a move says is told on the new board alone; the log of the old one names nothing of it.',
  },
  'move.across.needs-write': { source: 'decisions §3', rule: 'A move to a board where the caller may not write is refused.' },
  'move.across.no-deadlock': {
    source: 'decisions §3',
    rule: 'Two opposite moves between the same two boards at once both come to an end, since the boards are locked in id order.',
  },
} as const satisfies RequirementTable
