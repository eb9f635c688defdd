/** SQL of the authors of texts, as records have them: `{actorId, role}`. `row` is an alias outside of it: none of `c`, `i`, `m`, `n`. */

/**
 * The role of an author of a text that was written before roles were kept with texts. An author who has left the board counts as a
 * viewer. `comment_faces` has the same.
 */
export const roleOfOldText = (boardId: string, actorId: string): string => `case
    when exists (select from integrations i where i.actor_id = ${actorId}) then 'integration'
    else coalesce((select m.role from effective_members m where m.board_id = ${boardId} and m.actor_id = ${actorId}), 'viewer')
  end`

/** A role on one board says nothing of another one, to which a text goes: it is looked up there. integration and external hold on every board. */
export const roleElsewhere = (role: string): string => `case when ${role} in ('integration', 'external') then ${role} end`

const creatorOf = (row: string) => `(select c.created_by from cards c where c.id = ${row}.card_id)`

/**
 * Of a checklist item or a field value. What is older than its author's column may be of any member, or of the file of an imported card: it
 * counts no more than the word of a viewer.
 */
export const roleOfPart = (row: string): string => `coalesce(${row}.author_role, case
    when ${row}.written_by is not null then ${roleOfOldText(`${row}.board_id`, `${row}.written_by`)}
    when exists (select from imported_cards n where n.card_id = ${row}.card_id) then 'external'
    when exists (select from integrations n where n.actor_id = ${creatorOf(row)}) then 'integration'
    else 'viewer'
  end)`
export const authorOfPart = (row: string): string =>
  `json_build_object('actorId', coalesce(${row}.written_by, ${creatorOf(row)}), 'role', ${roleOfPart(row)})`
export const roleOfAttachment = (row: string): string => `coalesce(${row}.author_role, case
    when ${row}.imported is not null then 'external' else ${roleOfOldText(`${row}.board_id`, `${row}.created_by`)} end)`
export const authorOfAttachment = (row: string): string =>
  `json_build_object('actorId', ${row}.created_by, 'role', ${roleOfAttachment(row)})`

/** Rows with their authors, in the place of their tables. */
export const checklistFaces = `(select item.*, ${authorOfPart('item')} as author from checklist_items item)`
export const fieldValueFaces = `(select v.*, ${authorOfPart('v')} as author from field_values v)`
export const attachmentFaces = `(select a.*, ${authorOfAttachment('a')} as author from attachments a)`
