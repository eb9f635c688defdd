import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'

/**
 * Learns the words of new texts, so that a search can forgive a mistyped letter. Beside the mutations, because two of them that say the
 * same new word would wait for each other. Specification: decisions §3.
 */
export type Vocabulary = {
  /** Reads all texts that wait, and says how many. */
  runOnce(): Promise<number>
  /** Says that something was written, which may hold new words. */
  poke(): void
  start(): void
  stop(): Promise<void>
}

const batch = 200
/** Many commits together make one round. */
const afterCommitMs = 200
const longestPauseMs = 30_000

/** Digits make no words that anybody mistypes; hashes and ids of such letters are too long for the index to be worth it. */
const learn = sql<{ read: number }>(`with read as (
    delete from unread_texts where ctid = any (array(select ctid from unread_texts limit ${batch} for update skip locked))
    returning card_id, part_id
  ), learned as (
    insert into search_words (word)
    select distinct w.lexeme from (select distinct card_id, part_id from read) r
      join card_texts t using (card_id, part_id) cross join unnest(t.words) w
    where length(w.lexeme) between 4 and 40 and w.lexeme !~ '[0-9]'
      and not exists (select from search_words k where k.word = w.lexeme)
    order by 1
    on conflict do nothing
  ) select count(*) as read from read`)
/** Words wait in a list for the index that every search reads through; mutations add to it, and this empties it in their stead. */
const tidyIndex = sql(`select gin_clean_pending_list('card_texts_by_word'::regclass)`)

export function createVocabulary({ database, clock, log }: { database: Database; clock: Clock; log: Logger }): Vocabulary {
  let callOff: (() => void) | undefined
  let isSoon = false
  let stopped = true
  let running: Promise<unknown> = Promise.resolve()

  return {
    runOnce,
    poke() {
      if (!stopped && !isSoon) schedule(afterCommitMs)
    },
    start() {
      stopped = false
      schedule(afterCommitMs)
    },
    async stop() {
      stopped = true
      callOff?.()
      await running
    },
  }

  function schedule(waitMs: number): void {
    callOff?.()
    isSoon = waitMs === afterCommitMs
    callOff = clock.after(waitMs, () => {
      const before = running
      running = before.then(round)
    })
  }

  async function round(): Promise<void> {
    isSoon = false
    try {
      await runOnce()
    } catch (error) {
      log.warn({ err: error }, 'the words of new texts could not be learned; the next round tries again')
    }
    if (!stopped && !isSoon) schedule(longestPauseMs)
  }

  async function runOnce(): Promise<number> {
    let total = 0
    for (let read = batch; read === batch; total += read) read = (await database.row(learn))?.read ?? 0
    if (total > 0) await database.row(tidyIndex)
    return total
  }
}
