import { hash } from 'node:crypto'
import type { Client } from '@tandem/client'
import { type Activity, type Board, createLogVerifier, type LogPlace } from '@tandem/contract'
import type { LogVerified } from '@tandem/server/administration'

const pageLength = 200
/** Before every activity. */
const beginning = '1970-01-01T00:00:00.000Z'

/**
 * Verifies the log of a board of a running service, up to the head that the service first reports: activities appended meanwhile are left
 * for the next run.
 */
export async function verifyBoard(
  client: Client,
  { id: boardId, name }: Pick<Board, 'id' | 'name'>,
  noted: readonly LogPlace[],
  onProgress: (done: number, total: number) => void,
): Promise<LogVerified> {
  const head = await client.call('board.log.head', { boardId })
  const verifier = createLogVerifier((text) => hash('sha256', text), noted)
  const isThere = (seq: number) => seq <= head.lastSeq
  // Some may get their hashes while the pages are read: only those that had one at first are held against it.
  const asItWas = ({ hash: later, payloadHash, ...bare }: Activity): Activity =>
    bare.seq > head.seq || later === undefined || payloadHash === undefined ? bare : { ...bare, hash: later, payloadHash }
  let holds = head.seq > 0
  const pages = client.pages('board.activity', { boardId, since: beginning, limit: pageLength })
  for await (const page of holds ? pages : []) {
    for (const activity of page) holds = holds && isThere(activity.seq) && verifier.take(asItWas(activity))
    onProgress(Math.min(page.at(-1)?.seq ?? 0, head.lastSeq), head.lastSeq)
    if (!holds) break
  }
  const isHashed = head.seq > 0
  const verdict = verifier.end(isHashed ? head : { seq: head.seq, hash: head.hash })
  return { boardId, name, lastSeq: head.lastSeq, ...verdict, unhashed: isHashed ? verdict.unhashed : head.lastSeq }
}
