import { approvalAnswers, type OpenQuestion } from '@tandem/contract'
import { mailTexts } from '../../texts/mails/mails.ts'
import { nameOfOwnOption } from '../../texts/mails/options.ts'

/** Reads the text of a reply as an answer to a question. Specification: beyond §6. */
export type Asked = { kind?: OpenQuestion['kind']; options?: readonly string[] | undefined; questions?: readonly unknown[] | undefined }
export type Meaning = { answer: string; note?: string } | { unclear: 'several' | 'approval' | 'choice' }

export function meaningOf({ kind, options = [], questions }: Asked, text: string): Meaning {
  if (questions) return { unclear: 'several' }
  if (kind === 'approval') return approvalIn(text) ?? { unclear: 'approval' }
  const chosen = options.length > 0 ? choiceIn(kind, options, text) : null
  if (chosen) return chosen
  return kind === 'choice' ? { unclear: 'choice' } : { answer: text }
}

/** The word alone, or with a note behind punctuation or on the next lines. Other words after it can deny it: "Approve is not possible yet". */
function approvalIn(text: string): Meaning | null {
  const [, word = '', rest = ''] = aloneAtStart.exec(text) ?? []
  const answer = approvalAnswers.find((each) => wordsFor(each).has(word.toLowerCase()))
  return answer === undefined ? null : withNote(answer, rest.replace(closingMarks, '').replace(/^[\s.,;:!–—-]+/, ''))
}

/** Quotes and asterisks may surround the word: people copy it from the mail, or write it in bold. With a question mark it is no answer. */
const aloneAtStart = /^[*_"'„“”«»‚‘’]*(\p{L}+)[*_"'„“”«»‚‘’]*(?![^\S\n]*[.,;:!…]*\?)[^\S\n]*(?:$|\n|[.,;:!]|[–—-]+(?=\s|$)|[–—])([^]*)$/u
const closingMarks = /^[*_"'„“”«»‚‘’]+(?=\s|$)/u

/** The word of the answer, and that on its link in the mail, in any language. */
const wordsFor = (answer: (typeof approvalAnswers)[number]): Set<string> =>
  new Set([answer, ...Object.values(mailTexts).map(({ question }) => question[answer].toLowerCase())])

/** An option has at most 200 characters. */
const longestChoice = 300

/** By its text, by its name in a mail of any language, or by its number as the page of the question counts. */
function choiceIn(kind: Asked['kind'], options: readonly string[], text: string): Meaning | null {
  const [first = '', ...more] = text.split('\n')
  if (first.length > longestChoice) return null
  const said = plain(first)
  const [, number] = /^#?(\d{1,3})[.)]?$/.exec(said) ?? []
  const option =
    options.find((each) => [each, ...namesOf(kind, each)].some((name) => plain(name) === said)) ??
    (number === undefined ? undefined : options[Number(number) - 1])
  return option === undefined ? null : withNote(option, more.join('\n'))
}

const namesOf = (kind: Asked['kind'], option: string): string[] =>
  Object.values(mailTexts).flatMap(({ question }) => nameOfOwnOption(kind, option, question) ?? [])

const plain = (text: string): string =>
  text
    .trim()
    .replace(/^[*"'„“]+|[*"'“”.!]+$/gu, '')
    .toLowerCase()

function withNote(answer: string, rest: string): Meaning {
  const note = rest.trim()
  return note === '' ? { answer } : { answer, note }
}
