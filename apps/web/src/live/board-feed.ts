import type { Client } from '@tandem/client'
import { type Activity, TandemError } from '@tandem/contract'
import { type Applied, applyActivity, type Need } from './apply-activity.ts'
import { type BoardModel, cardModelOf, compare, dropCard, findCard, modelOf, putCard } from './board-model.ts'

/** Where a board is kept between frames: the cache of the page, or a variable of a test. */
export type Keep = { get: () => BoardModel | undefined; set: (board: BoardModel) => void }

export type BoardFeed = {
  /** A frame: applied at once; what it does not say is read behind it. */
  hear(activity: Activity): void
  /** The tree as it is now, with the frames that came while it was on its way. */
  fetch(): Promise<BoardModel>
  /** The connection is back: what could not be read is read now. */
  resume(): void
  /** Resolves once nothing is left to be read. */
  settled(): Promise<void>
}

const mostRemembered = 1_000
/** More cards than this are read as the tree that they are part of. */
const mostSingleReads = 12

/**
 * Keeps one board up to date. A card that was read by itself may include more than the frames that were heard: from then on each frame
 * about it reads it again, until a tree, which says how far it goes, has come.
 */
export function createBoardFeed(client: Pick<Client, 'call'>, boardId: string, keep: Keep): BoardFeed {
  const recent: Activity[] = []
  const readAlone = new Set<string>()
  const wanted = { cards: new Set<string>(), members: false, tree: false }
  let reading: Promise<void> | null = null
  /** Something could not be read, the network being away: all is read once it is back. */
  let owed = false

  return {
    hear(activity) {
      recent.push(activity)
      if (recent.length > mostRemembered) recent.shift()
      const board = keep.get()
      if (!board) return
      resume()
      const { board: after, needs } = applied(board, activity)
      if (after !== board) keep.set(after)
      want(needs)
    },
    fetch,
    resume,
    async settled() {
      while (reading) await reading
    },
  }

  function resume(): void {
    if (!owed) return
    owed = false
    want([{ what: 'tree' }])
  }

  function applied(board: BoardModel, activity: Activity): Applied {
    const { cardId } = activity
    if (cardId === null || !readAlone.has(cardId) || activity.seq !== board.seq + 1) return applyActivity(board, activity)
    return { board: { ...board, seq: activity.seq }, needs: [{ what: 'card', cardId }, ...applyActivity(board, activity).needs] }
  }

  async function fetch(): Promise<BoardModel> {
    const tree = modelOf(await client.call('board.tree', { boardId }))
    const before = keep.get()
    // Somebody else's answer may have overtaken this one.
    if (before && before.seq > tree.seq && !recent.some((activity) => activity.seq === tree.seq + 1)) return before
    readAlone.clear()
    return recent.reduce((board, activity) => {
      const after = applied(board, activity)
      want(after.needs)
      return after.board
    }, tree)
  }

  function want(needs: readonly Need[]): void {
    if (needs.length === 0) return
    for (const need of needs) {
      if (need.what === 'card') wanted.cards.add(need.cardId)
      else wanted[need.what] = true
    }
    read()
  }

  function read(): void {
    reading ??= readWanted()
      .catch(() => {
        owed = true
      })
      .finally(() => {
        reading = null
        if (isWanted()) read()
      })
  }

  /** In the step after this one: the frames of one mutation come together. */
  async function readWanted(): Promise<void> {
    await Promise.resolve()
    while (isWanted()) {
      if (wanted.tree || wanted.cards.size > mostSingleReads) await readTree()
      else await Promise.all([wanted.members && readMembers(), ...[...wanted.cards].map(readCard)])
    }
  }

  function isWanted(): boolean {
    return wanted.tree || wanted.members || wanted.cards.size > 0
  }

  async function readTree(): Promise<void> {
    wanted.tree = wanted.members = false
    wanted.cards.clear()
    keep.set(await fetch())
  }

  async function readMembers(): Promise<void> {
    wanted.members = false
    const found = await client.call('member.list', { boardId })
    const board = keep.get()
    if (!board) return
    const members = found.map(({ actorId, role, kind, name, handle, avatarUrl }) => ({ actorId, role, kind, name, handle, avatarUrl }))
    keep.set({ ...board, members: members.sort((one, other) => compare(one.actorId, other.actorId)) })
  }

  async function readCard(cardId: string): Promise<void> {
    wanted.cards.delete(cardId)
    const card = await client.call('card.get', { cardId }).catch(goneAsNull)
    const board = keep.get()
    if (!board) return
    readAlone.add(cardId)
    const isHere = card?.card.boardId === boardId
    if (isHere && card.card.archivedAt === null && !board.lists.some((list) => list.id === card.card.listId)) wanted.tree = true
    else if (isHere) keep.set(putCard(board, cardModelOf(card.card)))
    else if (findCard(board, cardId)) keep.set(dropCard(board, cardId))
  }
}

function goneAsNull(failure: unknown): null {
  if (failure instanceof TandemError && failure.code === 'not_found') return null
  throw failure
}
