import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §6: a question is answered by the link of its letter. */
const source = 'beyond §6'
export const answerLinks = {
  'mail.question.links': {
    source,
    rule: 'The letter of an open question says what is asked for, until when and what is taken then, and has a link for each option, or one link, where PUBLIC_URL is known and the person may answer.',
  },
  'answer-link.signed': {
    source,
    rule: 'The token of a link is signed for this purpose alone and stored nowhere. One that was changed, or made by another instance, answers 404; so does one that is older than 30 days.',
  },
  'answer-link.read': {
    source,
    rule: 'GET /api/answer-links/:token shows without a sign-in the one question, its options of which there are at most 20, its context and how it ended. It changes nothing.',
  },
  'answer-link.use': {
    source,
    rule: 'POST /api/answer-links/:token answers as the person of the link, with a text, texts or the number of an option, and a note. It signs nobody in.',
  },
  'answer-link.once': {
    source,
    rule: 'A link answers once: used again it gives its first result, also a 409 for a late answer, which is passed on once.',
  },
  'answer-link.refused': {
    source,
    rule: 'A link answers 403 once its person is deactivated or no member of the board, or is a viewer who was to approve, and leaves nothing.',
  },
} as const satisfies RequirementTable
