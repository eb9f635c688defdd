import { setTimeout as pause } from 'node:timers/promises'
import { type Database, sql, type Transaction } from '../../db/database.ts'

/**
 * Updates the index of texts and the vocabulary from changed texts. Outside of the mutations: many texts at once cost a fraction of one at
 * a time, and two mutations with the same new word would wait for each other. A search first takes in waiting texts, so that authors find
 * their own changes. Specification: decisions §3.
 */
export type TextIndex = {
  /** Takes in all texts that wait, and says how many. */
  takeIn(): Promise<number>
  /** The same for a search: only when something waits, and not for long while others write a great deal. */
  catchUp(): Promise<void>
}

const batch = 200
const mostBatchesBeforeASearch = 10
/** After this time a search uses the index as it is. */
const longestWaitMs = 2_000

/** Any fixed number. One at a time on a database: a pass that began earlier must not end later with an older text. */
const lock = sql('select pg_advisory_xact_lock(7263002)')
const waiting = sql<{ waits: boolean }>('select exists (select from unread_texts) as waits')

/**
 * Words with digits are not matched with typos; hashes and ids of letters only are too long to be worth indexing. It locks no card: a
 * mutation may hold one and wait for the next. A card that is deleted meanwhile is queued by its deletion, and a later pass removes its
 * texts.
 */
const readSome = sql<{ read: number }>(`with read as (
    delete from unread_texts where ctid = any (array(select ctid from unread_texts limit ${batch})) returning card_id, part_id
  ), parts as (
    select distinct card_id, part_id from read
  ), said as materialized (
    select p.card_id, p.part_id, case p.part_id
      when c.id then setweight(words_of(c.title), 'A') || setweight(words_of(c.description), 'B')
      else (select setweight(words_of(m.body), 'C') from comments m where m.id = p.part_id and m.deleted_at is null)
    end as words
    from parts p join cards c on c.id = p.card_id
  ), unsaid as (
    delete from card_texts t using said s where s.words is null and t.card_id = s.card_id and t.part_id = s.part_id
  ), gone as (
    delete from card_texts t where t.card_id in (select p.card_id from parts p where not exists (select from cards c where c.id = p.card_id))
  ), kept as (
    insert into card_texts (card_id, part_id, words) select card_id, part_id, words from said where words is not null
    on conflict (card_id, part_id) do update set words = excluded.words
  ), heard as materialized (
    select distinct w.lexeme from said cross join unnest(said.words) w where length(w.lexeme) between 4 and 40 and w.lexeme !~ '[0-9]'
  ), learned as (
    insert into search_words (word)
    select h.lexeme from heard h where not exists (select from search_words k where k.word = h.lexeme) order by 1
    on conflict do nothing
  ) select count(*) as read from read`)

/** New entries wait in a list that every search reads through; what takes them in empties it. */
const tidyIndex = sql(`select gin_clean_pending_list('card_texts_by_word'::regclass)`)

export function createTextIndex(database: Database): TextIndex {
  let pass: Promise<void> | undefined
  let next: Promise<void> | undefined

  return {
    async takeIn() {
      let total = 0
      for (let read = batch; read === batch; total += read) read = await takeInSome(database)
      if (total > 0) await database.row(tidyIndex)
      return total
    },
    async catchUp() {
      if ((await database.row(waiting))?.waits) await Promise.race([sharePass(), pause(longestWaitMs, undefined, { ref: false })])
    },
  }

  /**
   * A pass that begins from now on, shared by all searches that wait for one: each on its own, waiting for its turn, would keep a
   * connection, and many at once all of them. What a pass cannot take in stays for the worker.
   */
  function sharePass(): Promise<void> {
    if (pass) {
      next ??= pass.then(() => {
        next = undefined
        return sharePass()
      })
      return next
    }
    pass = takeInWaiting(database)
      .catch(() => {})
      .finally(() => {
        pass = undefined
      })
    return pass
  }
}

async function takeInWaiting(database: Database): Promise<void> {
  for (let at = 0; at < mostBatchesBeforeASearch; at++) {
    if (!(await database.row(waiting))?.waits) return
    await takeInSome(database)
  }
}

async function takeInSome(database: Database): Promise<number> {
  const tx: Transaction = await database.begin()
  try {
    await tx.row(lock)
    const read = (await tx.row(readSome))?.read ?? 0
    await tx.commit()
    return read
  } catch (error) {
    await tx.rollback()
    throw error
  }
}
