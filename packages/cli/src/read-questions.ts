import { readFile } from 'node:fs/promises'
import { mostQuestions, type QuestionInput, questionInput } from '@tandem/contract'
import { Complaint } from './failures.ts'
import { readStdin } from './terminal/ask.ts'

const what = 'The questions'
const form =
  'Give an array such as [{"question": "Which color?", "options": ["Red", "Blue"]}, {"question": "Paint it?", "kind": "approval"}].'

/** A misspelt field would otherwise ask without its options. */
const schema = questionInput.strict().array().min(1).max(mostQuestions)

/** Several questions from a file of JSON; `-` is standard input. Throws Complaint. */
export async function readQuestions(path: string): Promise<QuestionInput[]> {
  const given = schema.safeParse(jsonIn(path === '-' ? await readStdin(what) : await readFile(path, 'utf8')))
  if (given.success) return given.data
  const { path: at = [], message } = given.error.issues[0] ?? {}
  throw new Complaint('wrong usage', `${what} are not valid: ${[...placeOf(at), message].join(': ')}. ${form}`)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Complaint('wrong usage', `${what} are not valid JSON. ${form}`)
  }
}

/** `[1, 'kind']` → `question 2, kind`. */
const placeOf = ([at, ...fields]: readonly PropertyKey[]): string[] =>
  typeof at === 'number' ? [[`question ${at + 1}`, ...fields.map(String)].join(', ')] : []
