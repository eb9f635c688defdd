import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §7: undoing the acts of an agent. */
export const undo = {
  'undo.inverse': {
    source: 'beyond §7',
    rule: 'POST /api/sessions/:id/undo takes back what was recorded under the session, newest first and in one transaction, by activities of the caller with ordinary verbs and `undoOf`, and answers {undone, conflicts, hidden, cards, isUndone}. A card or list that the session made is archived. With dryRun it answers the same and leaves no trace.',
  },
  'undo.verbs': { source: 'beyond §7', rule: 'Every verb of the log has an inverse or a reason for which it has none.' },
  'undo.twice': {
    source: 'beyond §7',
    rule: 'The next call brings back what the last one took away, and the one after that takes it away again; the session shows undone {at, byActorId} in between.',
  },
  'undo.rest': {
    source: 'beyond §7',
    rule: 'What a call left can be taken later: ifUndone: false on a session that is undone takes what is left, by somebody who sees or may do more, or once nothing is in the way; 409 conflict when it changes nothing, with what stays and why in details.left. The session tells as undone.left how many activities the last undo has left. One call brings all of it back. The same holds for what a call did not bring back, with ifUndone: true. An undo after that takes all of the session that is not taken back.',
  },
  'undo.left': {
    source: 'beyond §7',
    rule: 'What cannot be taken back, such as a setting of the board, stays and is listed in conflicts with because, a sentence and its reason.',
  },
  'undo.since': {
    source: 'beyond §7',
    rule: 'What another actor or session has changed after the act stays as it is: because changed_since, with the field. The rest of the card is undone. What rules did on a card that the session made, because of the session, does not keep that card.',
  },
  'undo.review': {
    source: 'beyond §7',
    rule: 'Work that waits for review is withdrawn with the session that requested it, and waits again with the call that brings it back; the work of an earlier session whose place it took waits once more. What was accepted, sent back, completed or moved to another board since stays: because changed_since, field review. Who may not review the work does not withdraw it: because refused.',
  },
  'undo.attachments': {
    source: 'beyond §7',
    rule: 'An attachment that was added is taken off, and one that was taken off comes back with its id, bytes and author, and as the cover that it was; the next call takes that back. One that is gone is listed because attachment, one that somebody has made the cover since because in_use.',
  },
  'undo.attachments.kept': {
    source: 'beyond §7',
    rule: 'What an agent or an undo takes off a card is kept for 30 days with its file, found by nothing but an undo. Where a board needs the room, those that were taken off first go before. What a person takes off is gone.',
  },
  'undo.bound': {
    source: 'beyond §7',
    rule: 'One call undoes up to 1,000 activities, or 32 MiB of them, with up to 20,000 changes by others since; more get 413 payload_too_large, and nothing is undone.',
  },
  'undo.rules': { source: 'beyond §7', rule: 'The activities of an undo set off no rules.' },
  'undo.told': {
    source: 'beyond §7',
    rule: 'An undo is told once, by agent_session.updated with undone and acts: to who opened the session and who watches its card. The single changes send no notification.',
  },
  'undo.who': {
    source: 'beyond §7',
    rule: 'People with role member or above undo a session: a viewer and every agent get 403, an outsider 404. The log is as it was.',
  },
  'undo.scopes': {
    source: 'beyond §7',
    rule: 'A call needs the scope cards:write. With a token that lacks comments:write or boards:write, comments, and lists and labels, stay: because refused.',
  },
  'undo.when': {
    source: 'beyond §7',
    rule: 'A session that has not ended gets 409 conflict, as does one that is not undone, or undone already, where ifUndone says the opposite and nothing is left to do.',
  },
  'undo.once': {
    source: 'beyond §7',
    rule: 'Of two calls at once with ifUndone: false one undoes the session, and the other one gets 409 conflict where nothing is left.',
  },
  'undo.web': {
    source: 'beyond §7',
    rule: 'The session on its card, and the page of the agent, have a button that shows by card what would be undone and what stays, and undoes it. The message says how much, with a button that brings it back. On the card, what an undo left has a button of its own, with the same look at what would be undone and what stays, and why.',
  },
  'undo.boards': {
    source: 'beyond §7',
    rule: 'What was done on another board is undone where the caller is a member of it; on a board that the caller cannot see it is counted in hidden. Cards that were deleted, or have gone to another board, stay and are listed.',
  },
} satisfies RequirementTable
