/** SQL: whose text a notification quotes. Specification: beyond §7. */

/** The reasons with the excerpt of a text whose author the activity names, and those with the title of the card. */
export const ofText = "'mentioned', 'commented', 'watching'"
const ofTitle = "'delegated', 'unblocked'"

/** The author, where the text is not the word of a member. `n`: the notification, `t`: its activity; `c` is its card. */
export const quotedAuthor = (n: string, t: string): string => `case
    when ${n}.excerpt is null then null
    when ${n}.reason not in (${ofTitle}) then ${t}.payload -> 'author'
    when c.title_external then json_build_object('actorId', coalesce(c.described_by, c.created_by), 'role', 'external')
  end`
