import { once } from 'node:events'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BackupMade, Checked, Restored } from '@tandem/server/administration'
import { whenAskedToStop } from '../end-signals.ts'
import { Complaint, exitCodes, printFailure } from '../failures.ts'
import { count } from '../read-option.ts'
import { command, flag, text } from '../spec.ts'
import { bytes, createProgress, type Progress } from '../terminal/progress.ts'
import { line, plural, type Terminal } from '../terminal/terminal.ts'

const where = 'It uses what the environment names: DATABASE_URL, or DATA_DIR with the embedded database, and the store of attached files.'

export const backup = [
  command({
    words: 'backup',
    about: 'write all boards, accounts and attached files to one file, while the service runs',
    detail: `${where} The file gets its final name only when it is complete. It does not contain the key that secrets are encrypted with: keep the key elsewhere.`,
    options: {
      out: text('file', 'output file; - for standard output; default: a file named after the time'),
      force: flag('overwrite an existing file'),
      schedule: text('cron', 'keep running, and back up on this schedule, such as "0 3 * * *"; --out is then the directory'),
      keep: count('number', 'with --schedule: how many backups to keep; default: all'),
      withKey: text('file', 'also write the key, to a separate file that only you can read'),
    },
    examples: [
      ['tandem backup', 'writes tandem-2026-12-24T150000Z.tar'],
      ['tandem backup --out /backups/tandem.tar --force', 'overwrites an earlier one'],
      ['tandem backup --schedule "0 3 * * *" --out /backups --keep 14', 'every night at three, in the time zone of this machine'],
      ['tandem backup --out - | ssh elsewhere "umask 077; cat > tandem.tar"', 'straight to another machine'],
    ],
    async run({ options, terminal }) {
      const { nameAt, writeKey } = await import('@tandem/server/administration')
      if (options.keep !== undefined && options.schedule === undefined)
        throw new Complaint('wrong usage', 'Use --keep only with --schedule.')
      if (options.schedule !== undefined) {
        const { out: directory = '.', schedule, keep = Number.POSITIVE_INFINITY } = options
        if (directory === '-' || options.withKey !== undefined)
          throw new Complaint('wrong usage', 'With --schedule, give --out a directory, and leave out --with-key.')
        return keepBackingUp({ directory, schedule, keep }, terminal)
      }
      const out = options.out ?? nameAt(new Date())
      if (out !== '-' && !options.force && (await stat(out).catch(() => null)))
        throw new Complaint('refused or failed', `${out} already exists. Use --force to overwrite it, or another name.`)
      if (options.withKey !== undefined) await writeKey(process.env, options.withKey)
      const made = await backUp(out, terminal).catch(async (error: unknown) => {
        if (options.withKey !== undefined) await rm(options.withKey, { force: true })
        throw error
      })
      if (out === '-') return terminal.note(said(made, 'standard output', options.withKey))
      return { value: { file: resolve(out), ...made }, text: said(made, out, options.withKey) }
    },
  }),
  command({
    words: 'restore <file>',
    about: 'restore a backup into an empty database, or over existing data with --replace',
    detail: `${where} Stop the service first. Use - for standard input. The whole backup is checked before anything changes, and the database changes all at once or not at all. Afterwards everyone is signed out, webhooks are paused, and nothing is sent that was waiting to be sent.`,
    options: {
      replace: flag('replace all data of the database with the backup'),
      revokeTokens: flag('revoke all tokens of people and agents; otherwise tokens that were revoked after the backup work again'),
      keepWebhooks: flag('leave webhooks and integrations as they were, instead of pausing them'),
      key: text('file', 'the key that --with-key wrote, for the embedded database'),
    },
    examples: [
      ['DATA_DIR=/srv/tandem tandem restore tandem.tar --key tandem.key', 'on a new machine'],
      ['DATABASE_URL=$URL tandem restore tandem.tar', 'from the embedded database to a server of your own'],
      ['tandem restore tandem.tar --replace --revoke-tokens', 'after a security incident'],
    ],
    async run({ args, options, terminal }) {
      const { restoreBackup, spooled } = await import('@tandem/server/administration')
      const file = await spooled(args.file, process.stdin)
      const bars = new Map<string, Progress>()
      const { replace = false, revokeTokens = false, keepWebhooks = false, key = null } = options
      try {
        const done = await restoreBackup(process.env, file, { replace, revokeTokens, keepWebhooks, keyFile: key }, (step, at, total) =>
          barOf(bars, step, terminal).at(at, total),
        )
        endAll(bars)
        return { value: done, text: restoredText(done, revokeTokens) }
      } finally {
        endAll(bars)
        await file.close()
      }
    },
  }),
  command({
    words: 'check',
    about: 'check that everything in the database is consistent and can be read: counters, orders, references, tables, indexes',
    detail: `${where} It reads everything and changes nothing; the exit code is 1 if something is broken.`,
    examples: [['tandem check', 'after a crash, a disk failure, or manual changes to the database']],
    async run({ terminal }) {
      const { checkDatabase } = await import('@tandem/server/administration')
      const bars = new Map<string, Progress>()
      const onProgress = (step: string, at: number, total: number) => barOf(bars, step, terminal).at(at, total)
      const checked = await checkDatabase(process.env, onProgress).finally(() => endAll(bars))
      const isWhole = checked.broken.length + checked.storage.faults.length === 0
      return { value: checked, text: checkedText(checked), ...(isWhole ? {} : { exitCode: exitCodes['refused or failed'] }) }
    },
  }),
]

/** Steps with a count. */
const counted = new Set(['examining', 'proving', 'reading'])

function barOf(bars: Map<string, Progress>, step: string, terminal: Terminal): Progress {
  const known = bars.get(step)
  if (known) return known
  endAll(bars)
  const bar = createProgress(step, terminal, counted.has(step) ? String : bytes)
  bars.set(step, bar)
  return bar
}

function endAll(bars: Map<string, Progress>): void {
  for (const bar of bars.values()) bar.end()
}

function checkedText({ broken, storage }: Checked): string {
  const { tables, indexes, faults, unread, skipped } = storage
  return [
    ...(broken.length === 0 ? ['Everything is consistent.'] : broken.map((one) => `broken: ${line(one)}`)),
    ...faults.map((one) => `damaged: ${line(one)}`),
    ...unread.map((one) => `could not be read now: ${line(one)}`),
    ...(skipped === null ? [] : [`Tables and indexes were not read completely: ${skipped}.`]),
    ...(skipped === null && faults.length === 0 ? [`${tables} tables and ${indexes} indexes are intact.`] : []),
  ].join('\n')
}

function restoredText(done: Restored, hasRevoked: boolean): string {
  const of = (count: number, one: string, rest: string, more = `${one}s`) => (count === 0 ? [] : [`${plural(count, one, more)} ${rest}`])
  return [
    `Restored ${plural(done.rows, 'row')} and ${plural(done.files, 'file')}, as of ${done.madeAt}. Everything is consistent.`,
    ...(done.migrated.length === 0 ? [] : [`Migrations applied: ${done.migrated.join(', ')}.`]),
    'Everyone has to sign in again.',
    ...of(done.webhooksPaused, 'webhook', 'paused: turn them on in the settings of their boards when their receivers are ready.'),
    ...of(done.deliveriesCanceled, 'waiting delivery', 'canceled.', 'waiting deliveries'),
    hasRevoked
      ? `${plural(done.tokensRevoked, 'token')} revoked. Integrations keep theirs.`
      : 'Tokens that were revoked after the backup was made work again: use --revoke-tokens to prevent this.',
    ...of(done.missing.length, 'attached file', 'missing from the backup.'),
    ...(done.keysMissing.length === 0
      ? []
      : [
          `Secrets were encrypted with key ${done.keysMissing.join(', ')}, which was not found. Before the first start, add it to INTEGRATION_SECRET_KEY, or put it into DATA_DIR as integration-secret.key.`,
        ]),
  ].join('\n')
}

async function backUp(out: string, terminal: Terminal): Promise<BackupMade> {
  const { makeBackup, writeWhole } = await import('@tandem/server/administration')
  const progress = createProgress('backing up', terminal, bytes)
  try {
    return await makeBackup(process.env, out === '-' ? toStdout : (chunks) => writeWhole(out, chunks), progress.at)
  } finally {
    progress.end()
  }
}

async function toStdout(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}

const longestWaitMs = 3_600_000

/** A failed backup is reported, and the next one is made as planned. The wait is split into hours, so that a changed clock is noticed. */
async function keepBackingUp(to: { directory: string; schedule: string; keep: number }, terminal: Terminal): Promise<void> {
  const { nameAt, nextTime, prune } = await import('@tandem/server/administration')
  const stop = whenAskedToStop()
  await mkdir(to.directory, { recursive: true, mode: 0o700 })
  while (!stop.aborted) {
    const next = nextTime(to.schedule, new Date())
    terminal.note(`The next backup is due at ${next.toISOString()}.`)
    if (!(await isReached(next, stop))) return
    const out = join(to.directory, nameAt(next))
    try {
      await prune(to.directory, Number.POSITIVE_INFINITY)
      const made = await backUp(out, terminal)
      const gone = await prune(to.directory, to.keep)
      terminal.result({ file: resolve(out), ...made, removed: gone }, said(made, out, undefined))
    } catch (error) {
      printFailure(error, terminal.isJson)
    }
  }
}

const leftUntil = (time: Date): number => time.getTime() - Date.now()

/** False if it was asked to stop before. */
async function isReached(time: Date, signal: AbortSignal): Promise<boolean> {
  for (let leftMs = leftUntil(time); leftMs > 0 && !signal.aborted; leftMs = leftUntil(time))
    await wait(Math.min(leftMs, longestWaitMs), undefined, { signal }).catch(() => {})
  return !signal.aborted
}

function said({ rows, files, bytes: size, missing, keyIds }: BackupMade, out: string, keyFile: string | undefined): string {
  const lost =
    missing.length === 0 ? [] : [`${plural(missing.length, 'file')} could not be found in the store: ${missing.slice(0, 5).join(', ')}.`]
  const key =
    keyFile === undefined
      ? 'The backup does not contain the encryption key. Keep INTEGRATION_SECRET_KEY, or integration-secret.key of DATA_DIR, in another safe place.'
      : `The encryption key is in ${line(keyFile)}. Keep it in a different place than the backup.`
  return [
    `Backed up ${plural(rows, 'row')} and ${plural(files, 'file')} to ${line(out)}, ${bytes(size)}.`,
    ...lost,
    ...(keyIds.length === 0 && keyFile === undefined ? [] : [key]),
  ].join('\n')
}
