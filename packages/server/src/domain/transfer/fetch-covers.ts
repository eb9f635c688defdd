import { because, type Explained } from '@tandem/contract'
import { fileTypeFromBuffer } from 'file-type'
import { headBytes } from '../../files/stored-file.ts'
import { getThrough } from '../../outbound/follow.ts'
import { canBeMadeSmall } from '../attachments/types.ts'
import { type Covers, leaveOutCover } from './covers-left-out.ts'
import type { Entry, LinkEntry } from './formats/entries.ts'
import type { Run } from './import-run.ts'
import { type Files, storeWithin } from './store-within.ts'

/**
 * The images of covers, which a file of Trello names by their addresses. Whoever sends the file chooses the addresses, so they pass the
 * guard of outbound calls, and their number, size and time are bounded for each attempt. An attempt that begins anew fetches them again.
 */
const [timeoutMs, mostBytes] = [10_000, 10_000_000]
const [mostCovers, mostMinutes] = [500, 5]
/** An address without an image counts as so many: a slow site does not hold up other imports, and a file does not make one read in vain. */
const vainCovers = 20
/** Nothing more is fetched from a site that did not answer in time so often. */
const mostTimeouts = 2

/** Stores the images of a page; a page has at most four that are fetched (pages.ts). Never throws because of an image: its link stays. */
export async function storeCovers(run: Run, entries: readonly Entry[], files: Files): Promise<void> {
  const wanted = entries.filter(isCoverImage)
  const images = await Promise.all(wanted.map(async (entry) => ({ entry, image: whyNot(run, entry) ?? (await fetchWithin(run, entry)) })))
  for (const { entry, image } of images) {
    if ('message' in image && isInVain(image)) run.covers.fetched += vainCovers - 1
    const why = 'message' in image ? image : await storeImage(run, { entry, image }, files)
    if (why) leaveOutCover(run.covers, why)
  }
}

/** Whether the import fetches an image for a link; once it does not, it never does again. */
export const isFetched = (run: Run, entry: Entry): boolean => isCoverImage(entry) && whyNot(run, entry) === null

const isCoverImage = (entry: Entry): entry is LinkEntry => entry.what === 'link' && entry.isCoverImage === true

function whyNot({ deps: { policy, clock }, covers, usedBytes }: Run, { url }: LinkEntry): Explained | null {
  if (policy.linkPreviews === 'false') return because('coverOff')
  if (usedBytes >= policy.boardQuotaBytes) return because('boardFull', { bytes: policy.boardQuotaBytes })
  const isLate = covers.beganAtMs !== null && clock.now() - covers.beganAtMs >= mostMinutes * 60_000
  if (isLate || covers.fetched >= mostCovers) return because('coverTooMany', { count: mostCovers, minutes: mostMinutes })
  return timeoutsOf(covers, url) >= mostTimeouts ? because('coverSlow', { count: mostTimeouts }) : null
}

const timeoutsOf = ({ timeouts }: Covers, url: string): number => timeouts.get(new URL(url).host) ?? 0

const inVain: ReadonlySet<string | undefined> = new Set(['coverUnreached', 'coverTooBig', 'coverNoImage'])
const isInVain = ({ reason }: Explained): boolean => inVain.has(reason)

/** Counts it before it is fetched: those of a page are fetched at once. */
async function fetchWithin(run: Run, entry: LinkEntry): Promise<Buffer | Explained> {
  run.covers.beganAtMs ??= run.deps.clock.now()
  run.covers.fetched += 1
  return orStopped(run, fetchImage(run, entry))
}

async function fetchImage({ deps, covers }: Run, { url }: LinkEntry): Promise<Buffer | Explained> {
  const { policy } = deps
  const atMostBytes = Math.min(mostBytes, deps.intake.maxBytes)
  const got = await getThrough(deps, url, { headers, timeoutMs, atMostBytes, onlyPublic: policy.linkPreviews !== 'private' })
  if (got === null) return because('coverUnreached')
  if ('problem' in got) {
    if (got.problem === 'timeout') covers.timeouts.set(new URL(url).host, timeoutsOf(covers, url) + 1)
    if (got.problem === 'too_large') return because('coverTooBig', { bytes: atMostBytes })
    return because(got.problem === 'blocked' ? 'coverBlocked' : 'coverUnreached')
  }
  if (got.status === 401 || got.status === 403) return because('coverSignIn')
  if (got.status !== 200) return because('coverUnreached')
  // From as many bytes as the store reads, so that both take it for the same.
  const type = await fileTypeFromBuffer(got.body.subarray(0, headBytes))
  return canBeMadeSmall({ contentType: type?.mime ?? null, proven: true }) ? got.body : because('coverNoImage')
}

const headers = { accept: 'image/*', 'user-agent': 'Tandem import' }

/** A worker that stops does not wait for a slow site. */
async function orStopped<T>({ signal }: Run, fetching: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const listening = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal })
  })
  try {
    return await Promise.race([fetching, stopped])
  } finally {
    listening.abort()
  }
}

function storeImage(run: Run, { entry, image }: { entry: LinkEntry; image: Buffer }, files: Files): Promise<Explained | null> {
  const bytes = (async function* () {
    yield image
  })()
  return storeWithin(run, { entry, sizeBytes: image.length, bytes, filename: entry.name, contentType: '' }, files)
}
