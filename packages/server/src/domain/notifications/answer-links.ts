import type { OpenQuestion, Role } from '@tandem/contract'
import { atLeast } from '../../kernel/access.ts'
import type { Policy } from '../../kernel/mutation.ts'
import type { Seal } from '../../seal.ts'
import { languageOf } from '../../texts/language.ts'
import type { MailTexts } from '../../texts/mails/en.ts'
import { mailTexts } from '../../texts/mails/mails.ts'
import { nameOfOwnOption } from '../../texts/mails/options.ts'
import { plainName } from '../actors/letters.ts'
import { answerToken } from '../sessions/links/token.ts'
import { isOfMembers } from '../sessions/questions/given.ts'
import { timeOf } from './letter.ts'

/** How a question can be answered from its mail: the kind of answer, the deadline, and a link for each option. Specification: beyond §6. */
export type Asked = {
  question: OpenQuestion
  sessionId: string
  actorId: string
  role: Role | null
  timezone: string
  locale: string | null
}
type Words = MailTexts['question']
export type LinkMaker = { webUrl: Policy['webUrl']; seal: Pick<Seal, 'sign'>; nowMs: number }

/** After this time the links lead to the card only. */
const validForMs = 30 * 86_400_000

/** The paragraphs below the text of the question. */
export function answerParagraphs(asked: Asked, maker: LinkMaker): string[] {
  const words = mailTexts[languageOf(asked.locale)].question
  const links = mayAnswer(asked) ? linksOf(asked, maker, words) : []
  return [sentencesOf(asked, words), ...(links.length > 0 ? [links.join('\n')] : [])]
}

/** False for people who have left the board, and for viewers if the question needs an approval. */
export const mayAnswer = ({ question, role }: Pick<Asked, 'question' | 'role'>): boolean =>
  role !== null && (!isOfMembers(question) || atLeast(role, 'member'))

function sentencesOf({ question, ...reader }: Asked, words: Words): string {
  const { expiresAt, defaultOption } = question
  const until = expiresAt === undefined ? [] : [words.until(timeOf(expiresAt, reader))]
  const otherwise =
    expiresAt === undefined || defaultOption === undefined ? [] : [words.otherwise(nameOfOption(question, defaultOption, words))]
  return [taskOf(question, words), ...until, ...otherwise].join(' ')
}

function taskOf({ kind, options, questions }: OpenQuestion, words: Words): string {
  if (questions) return words.several(questions.length)
  if (kind === 'approval') return words.approval
  if (options.length === 0) return words.text
  return kind === 'choice' || kind === 'budget' ? words.choice : words.suggestions
}

function linksOf({ question, sessionId, actorId }: Asked, { webUrl, seal, nowMs }: LinkMaker, words: Words): string[] {
  if (webUrl === null) return []
  const { eventId: questionEventId, options, kind } = question
  const link = { actorId, sessionId, questionEventId, expiresAtMs: nowMs + validForMs }
  const lineOf = (text: string, option: number | null) => `${text}: ${webUrl}/answer/${answerToken(seal, { ...link, option })}`
  const chosen = options.map((option, at) => lineOf(nameOfOption(question, option, words) || words.option(at + 1), at))
  if (chosen.length === 0) return [lineOf(words.answer, null)]
  return kind === undefined ? [...chosen, lineOf(words.otherAnswer, null)] : chosen
}

/** An agent writes the options: they are one line each, in which no mail program finds a link. */
const nameOfOption = ({ kind }: OpenQuestion, option: string, words: Words): string =>
  nameOfOwnOption(kind, option, words) ?? plainName(option)
