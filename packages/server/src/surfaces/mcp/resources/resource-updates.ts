import type { Authenticator } from '../../../kernel/identity/authenticate.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'

/** An address at which something has changed, and the board on which it did. */
export type ResourceUpdate = { uri: string; boardId: string }

type ResourceUpdatesDeps = {
  principal: Principal
  authenticator: Pick<Authenticator, 'renewed'>
  notify(uri: string): void
  /** The board is out of reach. */
  lost(boardId: string): void
  /** The credential has ended, or the database cannot be asked. A client that listens again is authorized again. */
  end(): void
}

/**
 * Sends notifications to clients that may receive them at that moment. An OAuth client loses a board together with its person's role there,
 * which the log does not record for the client. Notifications that arrive during a check wait for the next one.
 */
export function createResourceUpdates({
  principal,
  authenticator,
  notify,
  lost,
  end,
}: ResourceUpdatesDeps): (news: ResourceUpdate) => void {
  const waiting = new Map<string, ResourceUpdate>()
  let asking = false
  return (news) => {
    waiting.set(`${news.boardId} ${news.uri}`, news)
    if (!asking) void notifyPending()
  }

  async function notifyPending(): Promise<void> {
    asking = true
    while (waiting.size > 0) {
      const some = [...waiting.values()]
      waiting.clear()
      const ask = () => authenticator.renewed(principal)
      // Once more: that the database had no time for the question says nothing of the credential.
      const now = await ask()
        .catch(ask)
        .catch(() => null)
      if (!now) return end()
      for (const { uri, boardId } of some) if (reaches(now, boardId)) notify(uri)
      for (const { boardId } of some) if (!reaches(now, boardId)) lost(boardId)
    }
    asking = false
  }
}

const reaches = ({ grant }: Principal, boardId: string): boolean => !grant?.leash || grant.leash.has(boardId)
