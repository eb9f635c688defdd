import type { Client } from '@tandem/client'
import { type Session, TandemError } from '@tandem/contract'
import { leaseSeconds } from './lease.ts'
import type { ProcessMark } from './process.ts'
import { type Folder, folderOf, type Kept, removeFolder, takeFolder, writeKept } from './state.ts'

type Waits = { onWait?: (error: TandemError) => void }

const firstGeneration = 1

/** Claims a queued session, under a lease; null if another runner was faster, or it has to wait. */
export async function claim(
  by: { client: Client; base: string; us: ProcessMark; agentId: string; statusText: string } & Waits,
  session: Session,
): Promise<{ folder: Folder; kept: Kept } | null> {
  const generation = session.lease?.generation ?? firstGeneration
  const folder = folderOf(by.base, session.id, generation)
  const kept: Kept = {
    sessionId: session.id,
    agentId: by.agentId,
    cardKey: session.cardKey,
    runner: by.us,
    claimId: crypto.randomUUID(),
    generation,
    command: null,
    place: null,
    since: null,
    reported: 0,
    usage: null,
  }
  if (!(await takeFolder(folder, kept))) return null
  return (await settle(by, folder, kept)) ? { folder, kept } : null
}

/**
 * Makes the claim, or repeats it with the same mutation id, so that an earlier success counts. A claim recorded by an earlier release has
 * no generation, and is repeated without a lease.
 */
export async function settle(by: { client: Client; statusText: string } & Waits, folder: Folder, kept: Kept): Promise<boolean> {
  const { sessionId, claimId, generation } = kept
  try {
    const { event } = await by.client.call('session.post', {
      sessionId,
      clientMutationId: claimId,
      op: 'update',
      state: 'working',
      ifState: 'queued',
      statusText: by.statusText,
      ...(generation != null && { generation, leaseSeconds }),
    })
    if (event) kept.since = event.id
    await writeKept(folder, kept)
    return true
  } catch (error) {
    if (!(error instanceof TandemError) || !isLost(error)) throw error
    if (waits(error)) by.onWait?.(error)
    await removeFolder(folder)
    return false
  }
}

/** Another process has it, the agent has lost it, or it has to wait. Its record is removed, so that it can be claimed again. */
const isLost = ({ code, reason }: TandemError): boolean =>
  ['conflict', 'budget_exceeded', 'not_found', 'forbidden'].includes(code) || reason === 'generationNeeded'

/** The session stays queued: agents are paused, another card blocks it, or a limit is reached. */
const holds: ReadonlySet<string> = new Set([
  'agentsPaused',
  'agentPaused',
  'sessionHeld',
  'agentFull',
  'boardFull',
  'listAtWork',
  'boardBudgetUsed',
])
const waits = ({ reason }: TandemError): boolean => reason !== undefined && holds.has(reason)
