import { setTimeout as pause } from 'node:timers/promises'
import { because, leftOut, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { members } from '../../db/tables/boards/members.ts'
import { imports } from '../../db/tables/service/imports.ts'
import { insertInto, pick, returning, sendRows, update, write } from '../../db/writes.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { iso } from '../../kernel/common/clock.ts'
import { onBehalfOf } from '../../kernel/identity/principal.ts'
import { addFirstAdmins, ownerOf, recordOwner } from '../boards/first-admins.ts'
import { requestAgent } from '../members/agent-requests.ts'
import { addRules, type NewRule } from '../rules/add.ts'
import { newCovers, noteCovers } from './covers-left-out.ts'
import { isFetched } from './fetch-covers.ts'
import type { Entry, Note, Source } from './formats/entries.ts'
import { createTally } from './formats/report.ts'
import { type Claimed, type ImportDeps, LostImport, leaseMs, type Run } from './import-run.ts'
import { openBoard } from './open-board.ts'
import { rulesToAdd } from './rules.ts'
import { filesThatFit, leaveOutRest, storeFiles } from './store-files.ts'
import type { Files } from './store-within.ts'
import { type ImportPlan, planImport } from './write/import-plan.ts'
import { type Page, pagesOf } from './write/pages.ts'
import { type Known, type Recognised, recognise } from './write/people.ts'
import { joiningOf, writeEntries } from './write/write-page.ts'
import { newWritten, type StoredAttachment, type Tx } from './write/written.ts'

/** The fence: of two that hold the same import one finds it changed. It also moves the lease on. */
const moveOn = write(
  { ...pick(imports, ['id', 'attempts', 'done', 'dueAt']), doneBefore: imports.done },
  (given) => `update imports set done = ${given.done}, due_at = ${given.dueAt}
  where id = ${given.id} and attempts = ${given.attempts} and state = 'running' and done = ${given.doneBefore} returning id`,
  returning<{ id: string }>(),
)
const standing = sql<{ attempts: number; done: number; state: string }>('select attempts, done, state from imports where id = $1')
const insertMembers = insertInto(members, ['boardId', 'actorId', 'role', 'addedAt'])
const finish = write(
  pick(imports, ['id', 'attempts', 'report', 'finishedAt']),
  (given) => `update imports set state = 'done', due_at = null, file_key = null, report = ${given.report}, finished_at = ${given.finishedAt}
  where id = ${given.id} and attempts = ${given.attempts} and state = 'running' returning id`,
  returning<{ id: string }>(),
)
const writeReport = update(imports, { key: ['id'], set: ['report'] })
const keepFiles = write(
  { keys: parameter<readonly string[]>('text[]') },
  ({ keys }) => `update files set kept = true where key = any (${keys}) and not kept and not doomed returning key`,
  returning<{ key: string }>(),
)

/**
 * Makes a board of a file, page by page through the door of the board. Until the last page it has no members. Each page is written
 * once, by any number of attempts. Throws BrokenFile, LostImport, or what made it stop halfway: then it begins anew with another board.
 */
export async function runImport(deps: ImportDeps, claimed: Claimed, source: Source, signal: AbortSignal): Promise<void> {
  const tally = createTally(source.kind)
  const plan = await planImport(source, signal)
  const { known, toAsk } = await peopleOf(deps, claimed, plan, tally.note)
  const boardId = await openBoard(deps, claimed, plan)
  const written = newWritten(plan, known, (await ownerOf(deps.database, claimed.actorId)) ?? claimed.actorId)
  const run = { deps, claimed, boardId, source, tally, written, usedBytes: 0, covers: newCovers(), signal }
  let done = 0
  for await (const page of pagesOf(source, plan, tally.note, (entry) => isFetched(run, entry))) {
    signal.throwIfAborted()
    await writePage(run, page, done)
    done += page.dealtWith
  }
  noteCovers(run.covers, tally.note)
  const rules = rulesToAdd(written, claimed, iso(deps.clock.now()), tally)
  const ending = { rules, toAsk, reported: new Set<string>() }
  await throughDoor(run, (tx) => end(tx, run, ending))
}

async function peopleOf(deps: ImportDeps, claimed: Claimed, { board }: ImportPlan, note: Note): Promise<Recognised> {
  const { known, toAsk } = await recognise(deps.database, claimed.actorId, board.people)
  const ownerId = await ownerOf(deps.database, claimed.actorId)
  for (const [ref, one] of known) if (one.actorId === ownerId) known.set(ref, { ...one, role: 'admin' })
  if (claimed.mayAddMembers) {
    const missing = board.people.filter(({ ref, role }) => role !== null && !known.has(ref) && !toAsk.some((one) => one.ref === ref))
    for (const { name } of missing) note(leftOut('person', { name }), because('nobody'))
    return { known, toAsk }
  }
  const others = [...known].filter(([, { actorId }]) => actorId !== claimed.actorId)
  for (const [ref] of others) known.delete(ref)
  if (others.length + toAsk.length > 0) note(leftOut('people'), because('noMembers'))
  return { known, toAsk: [] }
}

async function writePage(run: Run, page: Page, done: number): Promise<void> {
  const { claimed, deps, tally, written } = run
  const files = await storeFiles(run, page.entries)
  let kept = files
  try {
    await throughDoor(run, async (tx) => {
      const dueAt = iso(deps.clock.now() + leaseMs)
      const held = await tx.row(moveOn({ ...claimed, doneBefore: done, done: done + page.dealtWith, dueAt }))
      // The answer to a commit may have been lost: then this page is written already.
      if (!held) {
        await requireWritten(tx, claimed, done + page.dealtWith)
        return
      }
      kept = await filesThatFit(tx, run, files)
      const keys = [...kept.values()].map(({ file }) => file.stored.key)
      if (keys.length > 0 && (await tx.rows(keepFiles({ keys }))).length < keys.length)
        throw new Error('a file of the import is lost to the sweep')
      writeEntries(tx, page.entries, new Map([...kept].map(([entry, { file }]) => [entry, attachmentOf(file)])), written, tally.note)
    })
  } finally {
    // Files that an attachment names by now are kept.
    for (const { file } of files.values()) await deps.intake.settle(file)
  }
  leaveOutRest(run, files, kept)
  for (const entry of page.entries) {
    if (entry.what === 'rule') written.rules.push(entry.rule)
    countEntry(run, entry, kept)
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
  list: 'lists',
  card: 'cards',
  label: 'labels',
  field: 'fields',
  comment: 'comments',
  checklistItem: 'checklistItems',
  link: 'attachments',
  file: 'attachments',
  relation: 'relations',
  view: 'views',
  history: 'history',
}

function countEntry({ tally, written }: Run, entry: Entry, files: Files): void {
  const what = counted[entry.what]
  const isLeftOut = (entry.what === 'file' && !files.has(entry)) || written.viewsLeftOut.has(entry)
  if (what !== undefined && !isLeftOut) tally.count(what)
}

/** `reported` = agents that the report names already: the end may be tried again. */
type Ending = { rules: readonly NewRule[]; toAsk: Recognised['toAsk']; reported: Set<string> }

/** The board gets its members, and with them it comes to be. */
async function end(tx: Tx, { claimed, tally, source, written }: Run, ending: Ending): Promise<void> {
  const report = tally.report()
  if (!(await tx.row(finish({ ...claimed, report, finishedAt: tx.now })))) {
    const row = await tx.row(standing, [claimed.id])
    if (row?.state === 'done' && row.attempts === claimed.attempts) return
    throw new LostImport()
  }
  const admins = await addFirstAdmins(tx, tx.board.id, claimed.actorId)
  const joining = joiningOf(written.known, claimed.actorId)
  if (!joining.some(({ actorId }) => actorId === admins.ownerId)) recordOwner(tx, admins)
  const others = joining.filter(({ actorId }) => actorId !== admins.ownerId)
  sendRows(
    tx,
    insertMembers,
    others.map(({ actorId, role }) => ({ boardId: tx.board.id, actorId, role, addedAt: tx.now })),
  )
  // Last, so that the rules do not run for the imported rows.
  await addRules(tx, ending.rules)
  await askOwners(tx, ending, tally.note)
  tx.send(writeReport({ id: claimed.id, report: tally.report() }))
  const { log } = written.plan.board
  tx.record('board.imported', { importId: claimed.id, source: source.kind, created: report.created, ...(log && { log }) })
}

/** The most requests for agents that one import makes. */
const mostAsked = 20

/** One whose owner has too many open requests is left out: the import is done all the same, and its report says so. */
async function askOwners(tx: Tx, { toAsk, reported }: Ending, note: Note): Promise<void> {
  for (const [index, { agent, role }] of toAsk.entries()) {
    const isAsked = index < mostAsked && (await ask(tx, agent, role))
    if (reported.has(agent.id)) continue
    reported.add(agent.id)
    note(leftOut('agent', { name: agent.name }), because(isAsked ? 'ownerAsked' : 'ownerNotAsked'))
  }
}

function ask(tx: Tx, agent: ActorRow, role: Known['role']): Promise<boolean> {
  return requestAgent(tx, agent, role).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TandemError) return false
      throw error
    },
  )
}

const retryDelaysMs = [200, 1_000, 3_000]

/** Runs under the lock of the board. It is tried again when the service is busy or the database is away for a moment. */
async function throughDoor({ deps, claimed, boardId }: Run, act: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tried = 0; ; tried++) {
    try {
      // The board is not updated; but this operation has the same target and the same checks.
      await deps.kernel.actAsService('board.update', { boardId }, act, onBehalfOf(claimed.actorId, claimed.actorKind))
      return
    } catch (error) {
      const delayMs = retryDelaysMs[tried]
      if (delayMs === undefined || error instanceof LostImport || !isPassing(error)) throw error
      await pause(delayMs)
    }
  }
}

const isPassing = (error: unknown): boolean => error instanceof TandemError && error.retryAfterSeconds !== undefined
