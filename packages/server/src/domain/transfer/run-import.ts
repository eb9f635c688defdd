import { setTimeout as pause } from 'node:timers/promises'
import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { iso } from '../../kernel/clock.ts'
import { onBehalfOf } from '../../kernel/principal.ts'
import { addRules, type NewRule } from '../rules/add.ts'
import type { Entry, Note, Source } from './entries.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs, type Run } from './import-run.ts'
import { openBoard } from './open-board.ts'
import { type Page, pagesOf } from './pages.ts'
import { type Known, recognise } from './people.ts'
import { createTally } from './report.ts'
import { rulesToAdd } from './rules.ts'
import { type Files, storeFiles } from './store-files.ts'
import { type Survey, surveyOf } from './survey.ts'
import { joiningOf, writeEntries } from './write-page.ts'
import { newWritten, type StoredAttachment, type Tx } from './written.ts'

/** The fence: of two that hold the same import one finds it changed. It also moves the lease on. */
const moveOn = sql<{ id: string }>(`update imports set done = $4, due_at = $5
  where id = $1 and attempts = $2 and state = 'running' and done = $3 returning id`)
const standing = sql<{ attempts: number; done: number; state: string }>('select attempts, done, state from imports where id = $1')
const insertMembers = sql(`insert into members (board_id, actor_id, role, added_at)
  select $1, r.actor_id, r.role, $3 from json_to_recordset($2::json) as r(actor_id uuid, role text)`)
const finish = sql<{ id: string }>(`update imports set state = 'done', due_at = null, file_key = null, report = $3, finished_at = $4
  where id = $1 and attempts = $2 and state = 'running' returning id`)
const keepFiles = sql<{ key: string }>(
  'update files set kept = true where key = any ($1::text[]) and not kept and not doomed returning key',
)

/**
 * Makes a board of a file, page by page through the door of the board. Until the last page it belongs to nobody. Each page is written
 * once, whoever tries how often. Throws BrokenFile, LostImport, or what made it stop halfway: then it begins anew with another board.
 */
export async function runImport(deps: ImportDeps, claimed: Claimed, source: Source, signal: AbortSignal): Promise<void> {
  const tally = createTally(source.kind)
  const survey = await surveyOf(source, signal)
  const known = await peopleOf(deps, claimed, survey, tally.note)
  const boardId = await openBoard(deps, claimed, survey)
  const written = newWritten(survey, known)
  const run = { deps, claimed, boardId, source, tally, written, usedBytes: 0 }
  let done = 0
  for await (const page of pagesOf(source, survey, tally.note)) {
    signal.throwIfAborted()
    await writePage(run, page, done)
    done += page.dealtWith
  }
  const rules = rulesToAdd(written, iso(deps.clock.now()), tally)
  await throughDoor(run, (tx) => end(tx, run, rules))
}

async function peopleOf(deps: ImportDeps, claimed: Claimed, { board }: Survey, note: Note): Promise<Map<string, Known>> {
  const known = await recognise(deps.database, claimed.actor_id, board.people)
  if (claimed.may_add_members) {
    const missing = board.people.filter(({ ref, role }) => role !== null && !known.has(ref))
    for (const { name } of missing)
      note(`person ${JSON.stringify(name)}`, 'nobody of that name is on a board of yours: where they were assigned the name is kept')
    return known
  }
  const others = [...known].filter(([, { actorId }]) => actorId !== claimed.actor_id)
  for (const [ref] of others) known.delete(ref)
  if (others.length > 0) note('people', 'the token with which it was sent may not add members: it lacks members:write')
  return known
}

async function writePage(run: Run, page: Page, done: number): Promise<void> {
  const { claimed, deps, tally, written } = run
  const files = await storeFiles(run, page.entries)
  try {
    await throughDoor(run, async (tx) => {
      const until = iso(deps.clock.now() + leaseMs)
      const held = await tx.row(moveOn, [claimed.id, claimed.attempts, done, done + page.dealtWith, until])
      // The answer to a commit may have been lost: then this page is written already.
      if (!held) {
        await requireWritten(tx, claimed, done + page.dealtWith)
        return
      }
      const keys = [...files.values()].map(({ file }) => file.stored.key)
      if (keys.length > 0 && (await tx.rows(keepFiles, [keys])).length < keys.length)
        throw new Error('a file of the import is lost to the sweep')
      writeEntries(tx, page.entries, new Map([...files].map(([entry, { file }]) => [entry, attachmentOf(file)])), written, tally.note)
    })
  } finally {
    // What was kept stays.
    for (const { file } of files.values()) await deps.intake.settle(file)
  }
  for (const entry of page.entries) {
    if (entry.what === 'rule') written.rules.push(entry.rule)
    countEntry(run, entry, files)
  }
}

async function requireWritten(tx: Tx, claimed: Claimed, done: number): Promise<void> {
  const row = await tx.row(standing, [claimed.id])
  if (row?.state !== 'running' || row.attempts !== claimed.attempts || row.done !== done) throw new LostImport()
}

const attachmentOf = ({ stored }: StoredFile): StoredAttachment => ({
  key: stored.key,
  sizeBytes: stored.sizeBytes,
  provenType: stored.provenType,
})

const counted: Partial<Record<Entry['what'], string>> = {
  ...{ list: 'lists', card: 'cards', label: 'labels', field: 'fields', comment: 'comments', checklistItem: 'checklistItems' },
  ...{ link: 'attachments', file: 'attachments', relation: 'relations', view: 'views', history: 'history' },
}

function countEntry({ tally, written }: Run, entry: Entry, files: Files): void {
  const what = counted[entry.what]
  const isLeftOut = (entry.what === 'file' && !files.has(entry)) || written.viewsLeftOut.has(entry)
  if (what !== undefined && !isLeftOut) tally.count(what)
}

/** The board gets its members, and with them it comes to be. */
async function end(tx: Tx, { claimed, tally, source, written }: Run, rules: readonly NewRule[]): Promise<void> {
  const report = tally.report()
  if (!(await tx.row(finish, [claimed.id, claimed.attempts, JSON.stringify(report), tx.now]))) {
    const row = await tx.row(standing, [claimed.id])
    if (row?.state === 'done' && row.attempts === claimed.attempts) return
    throw new LostImport()
  }
  const members = joiningOf(written.known, claimed.actor_id).map(({ actorId, role }) => ({ actor_id: actorId, role }))
  tx.send(insertMembers, [tx.board.id, JSON.stringify([{ actor_id: claimed.actor_id, role: 'admin' }, ...members]), tx.now])
  // The last: what was written before is none of their business.
  await addRules(tx, rules)
  tx.record('board.imported', { importId: claimed.id, source: source.kind, created: report.created })
}

const retryDelaysMs = [200, 1_000, 3_000]

/** Under the lock of the board. What is refused because the service is busy or the database away for a moment is tried again. */
async function throughDoor({ deps, claimed, boardId }: Run, act: (tx: Tx) => Promise<void>): Promise<void> {
  const handler = async (tx: Tx) => {
    await act(tx)
    return null
  }
  for (let tried = 0; ; tried++) {
    try {
      // Not an update of the board; but what this operation is about, and what is checked of it, is the same.
      await deps.kernel.actAsService('board.update', { boardId }, handler, onBehalfOf(claimed.actor_id, claimed.actor_kind))
      return
    } catch (error) {
      const delayMs = retryDelaysMs[tried]
      if (delayMs === undefined || error instanceof LostImport || !isPassing(error)) throw error
      await pause(delayMs)
    }
  }
}

const isPassing = (error: unknown): boolean => error instanceof TandemError && error.retryAfterSeconds !== undefined
