import type { Client } from '@tandem/client'
import { type Session, TandemError } from '@tandem/contract'
import type { ProcessMark } from './process.ts'
import { type Folder, folderOf, type Kept, removeFolder, takeFolder, writeKept } from './state.ts'

type Waits = { onWait?: (error: TandemError) => void }

/** Takes a queued session for ourselves; null when another runner was faster, or it has to wait. */
export async function claim(
  by: { client: Client; base: string; us: ProcessMark; agentId: string; statusText: string } & Waits,
  session: Session,
): Promise<{ folder: Folder; kept: Kept } | null> {
  const folder = folderOf(by.base, session.id)
  const kept: Kept = {
    sessionId: session.id,
    agentId: by.agentId,
    cardKey: session.cardKey,
    runner: by.us,
    claimId: crypto.randomUUID(),
    command: null,
    place: null,
    since: null,
    reported: 0,
    usage: null,
  }
  if (!(await takeFolder(folder, kept))) return null
  return (await settle(by, folder, kept)) ? { folder, kept } : null
}

/** Makes the claim, or makes it again: it is the same one, so that it counts as ours when it had come through. */
export async function settle(by: { client: Client; statusText: string } & Waits, folder: Folder, kept: Kept): Promise<boolean> {
  const { sessionId, claimId } = kept
  try {
    const { event } = await by.client.call('session.post', {
      sessionId,
      clientMutationId: claimId,
      op: 'update',
      state: 'working',
      ifState: 'queued',
      statusText: by.statusText,
    })
    kept.since = event.id
    await writeKept(folder, kept)
    return true
  } catch (error) {
    const isLost = error instanceof TandemError && ['conflict', 'budget_exceeded', 'not_found', 'forbidden'].includes(error.code)
    if (!isLost) throw error
    if (waits(error)) by.onWait?.(error)
    await removeFolder(folder)
    return false
  }
}

/** The session stays queued, for the time when people resume, or when the card is free. */
const waits = ({ reason }: TandemError): boolean => reason !== undefined && ['agentsPaused', 'agentPaused', 'sessionHeld'].includes(reason)
