import { mostSimilar, mostSimilarText, type SimilarQuestion } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { keyOf } from '../../cards/summary.ts'

/**
 * The memory of a board: earlier questions with their answers. How rare a word is among the latest questions of the board says how much it
 * tells of one. The words are split here: in PostgreSQL that took eight times as long, under the lock of the board. Specification: beyond §6.
 */
type Asked = { sessionId: string; answerId: string; question: string }
type Earlier = Asked & { words: ReadonlySet<string> }
type Row = Omit<SimilarQuestion, 'cardKey' | 'isClose' | 'note' | 'byDefault' | 'answers'> & {
  answerId: string
  number: number
  answers: string[] | null
  note: string | null
  byDefault: boolean | null
}

/** Older questions are not read, and of each only its beginning is compared: the board is locked meanwhile. */
const [mostRead, mostCompared] = [300, 400]
/** From here on a question is shown, and counts as the same. 1 = the same words. */
const [similarFrom, closeFrom] = [0.3, 0.75]

/** `$1` board: the questions that were answered last, newest first. */
const latest = sql<Asked>(`select a.session_id, a.id as answer_id, left(q.body ->> 'question', ${mostCompared}) as question
  from (select session_id, id, body from session_events where board_id = $1 and kind = 'answer' order by id desc limit ${mostRead}) a
    join session_events q on q.session_id = a.session_id and q.id = (a.body ->> 'questionEventId')::uuid
  where q.body ->> 'kind' is distinct from 'budget' order by a.id desc`)

/** `$1` sessions, `$2` the answer in each. Of a text no more than it shows, and of several answers all or none. */
const answered = sql<Row>(`select a.id as answer_id, a.session_id, s.card_id, c.number, q.id as question_event_id,
    left(q.body ->> 'question', ${mostSimilarText}) as question, left(a.body ->> 'answer', ${mostSimilarText}) as answer,
    case when length(a.body ->> 'answer') <= ${mostSimilarText} then a.body -> 'answers' end as answers,
    a.body ->> 'note' as note, (a.body ->> 'byDefault')::bool as by_default, (a.body ->> 'actorId')::uuid as answered_by_actor_id,
    a.created_at as at
  from unnest($1::uuid[], $2::uuid[]) as f (session_id, answer_id)
    join session_events a on a.session_id = f.session_id and a.id = f.answer_id
    join session_events q on q.session_id = a.session_id and q.id = (a.body ->> 'questionEventId')::uuid
    join sessions s on s.id = a.session_id join cards c on c.id = s.card_id`)

/**
 * The most similar earlier questions, best first. No access check: the scope for asking includes the one for reading the sessions of the
 * board.
 */
export async function similarTo(tx: Pick<Mutation<never>, 'board'> & Reader, question: string): Promise<SimilarQuestion[]> {
  const earlier = await tx.rows(latest, [tx.board.id])
  const found = mostAlike(
    wordsOf(question),
    earlier.map((each) => ({ ...each, words: wordsOf(each.question) })),
  )
  if (found.length === 0) return []
  const rows = await tx.rows(answered, [found.map(({ sessionId }) => sessionId), found.map(({ answerId }) => answerId)])
  return found.flatMap(({ answerId, likeness }) => {
    const row = rows.find((each) => each.answerId === answerId)
    return row ? onWire(row, tx.board.keyPrefix, likeness >= closeFrom) : []
  })
}

/** In every script, without accents. */
const wordsOf = (question: string): ReadonlySet<string> =>
  new Set(
    question
      .slice(0, mostCompared)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

function mostAlike(own: ReadonlySet<string>, earlier: readonly Earlier[]) {
  const weightOf = weightsOf(earlier)
  const sum = (words: Iterable<string>) => Iterator.from(words).reduce((total, word) => total + weightOf(word), 0)
  const whole = sum(own)
  return earlier
    .map((each) => ({ ...each, likeness: (2 * sum(own.intersection(each.words))) / (whole + sum(each.words) || 1) }))
    .filter(({ likeness }) => likeness >= similarFrom)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, mostSimilar)
}

/** A word that occurs in every question gets a low weight. */
function weightsOf(earlier: readonly Earlier[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const { words } of earlier) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + (earlier.length + 1) / ((counts.get(word) ?? 0) + 1))
}

function onWire(
  { answerId: _answerId, number, answers, note, byDefault, ...row }: Row,
  keyPrefix: string,
  isClose: boolean,
): SimilarQuestion {
  const given = { ...(answers && { answers }), ...(note !== null && { note }), ...(byDefault && { byDefault }) }
  return { ...row, ...given, cardKey: keyOf(keyPrefix, number), isClose }
}
