import type { OpenQuestion, Role } from '@tandem/contract'
import { atLeast } from '../../kernel/access.ts'
import type { Policy } from '../../kernel/mutation.ts'
import type { Seal } from '../../seal.ts'
import { plainName } from '../actors/letters.ts'
import { answerToken } from '../sessions/links/token.ts'
import { isOfMembers } from '../sessions/questions/given.ts'
import { timeOf } from './letter.ts'

/** How a question can be answered from its mail: the kind of answer, the deadline, and a link for each option. Specification: beyond §6. */
export type Asked = { question: OpenQuestion; sessionId: string; actorId: string; role: Role | null; timezone: string }
export type LinkMaker = { webUrl: Policy['webUrl']; seal: Pick<Seal, 'sign'>; nowMs: number }

/** After this time the links lead to the card only. */
const validForMs = 30 * 86_400_000

/** The paragraphs below the text of the question. */
export function answerParagraphs(asked: Asked, maker: LinkMaker): string[] {
  const links = mayAnswer(asked) ? linksOf(asked, maker) : []
  return [sentencesOf(asked), ...(links.length > 0 ? [links.join('\n')] : [])]
}

/** False for people who have left the board, and for viewers if the question needs an approval. */
export const mayAnswer = ({ question, role }: Pick<Asked, 'question' | 'role'>): boolean =>
  role !== null && (!isOfMembers(question) || atLeast(role, 'member'))

function sentencesOf({ question, timezone }: Asked): string {
  const { expiresAt, defaultOption } = question
  const without = defaultOption === undefined ? '' : ` If there is no answer, "${plainName(defaultOption)}" is used.`
  const until = expiresAt === undefined ? [] : [`Answer by ${timeOf(expiresAt, timezone)}.${without}`]
  return [taskOf(question), ...until].join(' ')
}

function taskOf({ kind, options, questions }: OpenQuestion): string {
  if (questions) return `${questions.length} questions. Answer them together.`
  if (kind === 'approval') return 'Approve or deny.'
  if (options.length === 0) return 'Answer in your own words.'
  return kind === 'choice' || kind === 'budget' ? 'Choose one of the options.' : 'Choose an option, or answer in your own words.'
}

function linksOf({ question, sessionId, actorId }: Asked, { webUrl, seal, nowMs }: LinkMaker): string[] {
  if (webUrl === null) return []
  const { eventId: questionEventId, options, kind } = question
  const link = { actorId, sessionId, questionEventId, expiresAtMs: nowMs + validForMs }
  const lineOf = (words: string, option: number | null) => `${words}: ${webUrl}/answer/${answerToken(seal, { ...link, option })}`
  const chosen = options.map((option, at) => lineOf(wordsOf(question, option) || `Option ${at + 1}`, at))
  if (chosen.length === 0) return [lineOf('Answer', null)]
  return kind === undefined ? [...chosen, lineOf('Another answer', null)] : chosen
}

/** An agent writes the options: they are one line each, in which no mail program finds a link. */
const wordsOf = ({ kind }: OpenQuestion, option: string): string =>
  kind === 'approval' ? (option === 'approve' ? 'Approve' : 'Deny') : plainName(option)
