import type { Client } from '@tandem/client'
import { type NothingToClaim, TandemError } from '@tandem/contract'
import { leaseSeconds } from './lease.ts'
import type { ProcessMark } from './process.ts'
import { type Folder, folderOf, type Kept, takeFolder } from './state.ts'

export type Claimed = { folder: Folder; kept: Kept }

type By = { client: Client; base: string; us: ProcessMark; agentId: string; onNothing(because: NothingToClaim['because']): void }

/**
 * Takes the next ready card of a board's queues; null if there is none. If the runner dies before it has recorded the claim, its lease ends
 * it.
 */
export async function claimFrom({ client, base, us, agentId, onNothing }: By, boardId: string): Promise<Claimed | null> {
  const claimed = await claimNext(client, boardId)
  if (claimed === null) return null
  if (claimed.card === null) {
    onNothing(claimed.because)
    return null
  }
  const { session, lease } = claimed
  const folder = folderOf(base, session.id, lease.generation)
  const kept: Kept = {
    sessionId: session.id,
    agentId,
    cardKey: session.cardKey,
    runner: us,
    claimId: crypto.randomUUID(),
    generation: lease.generation,
    command: null,
    place: null,
    since: session.updatedAt,
    reported: 0,
    usage: null,
  }
  return (await takeFolder(folder, kept)) ? { folder, kept } : null
}

/** The board may have been archived, or left, since it was listed. */
async function claimNext(client: Client, boardId: string) {
  try {
    return await client.call('work.claim', { boardId, leaseSeconds })
  } catch (error) {
    if (error instanceof TandemError && ['conflict', 'not_found', 'forbidden'].includes(error.code)) return null
    throw error
  }
}
