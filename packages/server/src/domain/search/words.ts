import { type Reader, sql } from '../../db/database.ts'

/** A word that is searched for; the last one of a query is a beginning too. */
export type SearchWord = {
  word: string
  isLast: boolean
  /** Words of the vocabulary that are one edit away. */
  near: readonly string[]
}

/** Words beyond these are left out. */
const mostWords = 12
const mostNear = 20
/** Shorter words have too many others one edit away. */
const shortestForgiven = 5

const wordsIn = sql<{ word: string; place: number; mark: number }>(`select lexeme as word, positions[cardinality(positions)] as place,
    (select last_value from search_words_id_seq) as mark
  from unnest(words_of($1)) order by place limit ${mostWords}`)

const oneEdit = 'levenshtein_less_equal(v.word, q.word, 1) <= 1'
const beginsAs = (text: string, beginning: string): string => `${text} >= ${beginning} and ${text} < ${beginning} || chr(1114111)`
const firstHalf = 'left(q.word, length(q.word) / 2)'
/** The second half of the word, reversed, for an index on reversed words. */
const secondHalf = 'reverse(substr(q.word, length(q.word) / 2 + 1))'
/**
 * Characters for which the locale of the database may make no trigrams (migration 0019): a word without any trigram would scan the whole
 * index.
 */
const isForeign = (word: string): string => `(octet_length(${word}) > length(${word}))`

/**
 * `$1` words, `$2` which of them each row of `$3` belongs to, `$3` swaps of two letters, `$4` the last id of the vocabulary to look at,
 * `$5` whether each word is the last one. Words one edit away as a whole, or, for the last word, words whose beginning is one edit away and
 * whose first half is equal. Those may be many, so the others come first. A word that is one edit away has one of its halves equal.
 */
const nearWords = sql<{ of: string; word: string }>(`select q.word as of, n.word from unnest($1::text[], $5::bool[]) as q(word, is_last)
  cross join lateral (
    select s.word from (
      select v.word, v.id, 1 as place from search_words v where not ${isForeign('q.word')} and v.word % q.word and ${oneEdit}
      union
      select v.word, v.id, 1 from search_words v
      where ${isForeign('q.word')} and ${isForeign('v.word')} and ${beginsAs('v.word', firstHalf)} and ${oneEdit}
      union
      select v.word, v.id, 1 from search_words v
      where ${isForeign('q.word')} and ${isForeign('v.word')} and ${beginsAs('reverse(v.word)', secondHalf)} and ${oneEdit}
      union
      select v.word, v.id, 1 from unnest($2::text[], $3::text[]) as w(of, swapped) join search_words v on v.word = w.swapped where w.of = q.word
      union
      select v.word, v.id, 2 from search_words v
      where q.is_last and ${beginsAs('v.word', firstHalf)}
        and least(levenshtein_less_equal(left(v.word, length(q.word) - 1), q.word, 1), levenshtein_less_equal(left(v.word, length(q.word)), q.word, 1),
          levenshtein_less_equal(left(v.word, length(q.word) + 1), q.word, 1)) <= 1
    ) s where s.id <= $4 and s.word <> q.word group by s.word order by min(s.place), s.word limit ${mostNear}
  ) n`)

/** The words of a query, folded and split like the indexed texts; `mark` = the last id of the vocabulary at this time. */
export async function wordsOf(reader: Reader, q: string): Promise<{ words: SearchWord[]; mark: number }> {
  const rows = await reader.rows(wordsIn, [q])
  return { words: rows.map(({ word }, at) => ({ word, isLast: at === rows.length - 1, near: [] })), mark: rows[0]?.mark ?? 0 }
}

/** Adds the words of the vocabulary up to `mark` that are one edit away: words added later do not change the pages of this search. */
export async function withNearWords(reader: Reader, words: readonly SearchWord[], mark: number): Promise<SearchWord[]> {
  const forgiven = words.filter(({ word }) => word.length >= shortestForgiven && word.length <= 40 && !/\d/.test(word))
  if (forgiven.length === 0) return [...words]
  const swaps = forgiven.flatMap(({ word }) => swapsOf(word).map((swapped) => [word, swapped] as const))
  const rows = await reader.rows(nearWords, [
    forgiven.map(({ word }) => word),
    swaps.map(([of]) => of),
    swaps.map(([, swapped]) => swapped),
    mark,
    forgiven.map(({ isLast }) => isLast),
  ])
  return words.map((word) => ({ ...word, near: rows.filter((row) => row.of === word.word).map((row) => row.word) }))
}

/** Two swapped neighbouring letters count as one edit too. */
function swapsOf(word: string): string[] {
  const letters = Array.from(word)
  return letters.slice(1).map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}

/** Text searches in the language of tsquery; every word is quoted. */
export const exactly = ({ word, isLast }: SearchWord): string => `${quoted(word)}${isLast ? ':*' : ''}`
export const nearly = (word: SearchWord): string => [exactly(word), ...word.near.map(quoted)].join(' | ')
export const anyOf = (words: readonly SearchWord[]): string => words.map(nearly).join(' | ')

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '$&$&')}'`
