import type { Client } from '@tandem/client'
import { type Activity, TandemError } from '@tandem/contract'
import { type Applied, applyActivity, applyBesideCards, type Need } from './apply-activity.ts'
import { type BoardModel, cardModelOf, compare, dropCard, findCard, isWhole, modelInTasks, putCard } from './board-model.ts'
import { parseTree } from './parse-tree.ts'
import { sharing } from './sharing.ts'
import { learnTouched, touchAll } from './touched.ts'

/** The storage of the board between frames: the query cache of the page, or a variable of a test. */
export type Keep = { get: () => BoardModel | undefined; set: (board: BoardModel) => void }

/** The first cards of a large board, which are shown until all of it is there. */
export type Start = Keep & { firstCards: number }

export type BoardFeed = {
  /** Applies frames in their order, all at once, and then reads the data that they do not carry. */
  hear(...activities: readonly Activity[]): void
  /** Reads the tree and applies the frames that arrived while it was being read. */
  fetch(): Promise<BoardModel>
  /** The same, but a board that is not loaded yet is loaded in two steps: its first cards, then all of it. */
  fetchFirstCardsFirst(): Promise<BoardModel>
  /** Reads the data whose reading failed while there was no connection. */
  resume(): void
  /** Resolves once nothing is left to be read. */
  settled(): Promise<void>
}

const mostRemembered = 1_000
/** With more cards to read than this, the whole tree is read. */
const mostSingleReads = 12

/**
 * Keeps one board up to date. A card that was read by itself may include later changes than the applied frames: from then on each frame
 * about it reads it again, until a tree, which states its sequence number, has been read.
 *
 * The request for the first cards returns a small board as a whole. The first cards of a large one are kept in `start`; `keep` never has a part
 * of a board, so features that use all cards wait. Frames that are not about cards are applied to both, because an open card shows labels,
 * fields, lists and members.
 */
export function createBoardFeed(client: Pick<Client, 'call'>, boardId: string, keep: Keep, start?: Start): BoardFeed {
  const recent: Activity[] = []
  const readAlone = new Set<string>()
  const wanted = { cards: new Set<string>(), members: false, tree: false }
  let reading: Promise<void> | null = null
  /** A read failed for lack of a network: it is repeated on reconnection. */
  let owed = false

  return {
    hear(...activities) {
      touchAll(activities)
      recent.push(...activities)
      recent.splice(0, recent.length - mostRemembered)
      if (!isShown()) return
      resume()
      const ofStart = start ? hearOn(start, activities, applyBesideCards) : []
      const ofWhole = hearOn(keep, activities, applied)
      want(keep.get() ? ofWhole : ofStart)
    },
    fetch,
    async fetchFirstCardsFirst() {
      const whole = keep.get() ? undefined : await readStart()
      return whole ? upToDate(whole) : fetch()
    },
    resume,
    async settled() {
      while (reading) await reading
    },
  }

  function isShown(): boolean {
    return (keep.get() ?? start?.get()) !== undefined
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
    return upToDate(await readBoard({ boardId }))
  }

  function upToDate(read: BoardModel): BoardModel {
    const before = keep.get()
    const shown = before ?? start?.get()
    const tree = shown ? sharing(shown, read) : read
    // Another, newer answer may have been stored while this one was on its way.
    if (before && before.seq > tree.seq && !recent.some((activity) => activity.seq === tree.seq + 1)) return before
    readAlone.clear()
    return recent.reduce((board, activity) => {
      const after = applied(board, activity)
      want(after.needs)
      return after.board
    }, tree)
  }

  /** Of a small board all of it. */
  async function readStart(): Promise<BoardModel | undefined> {
    if (!start) return undefined
    const first = await readBoard({ boardId, firstCards: start.firstCards })
    if (isWhole(first)) return first
    start.set(first)
    // What was heard while it was being read.
    want(hearOn(start, recent, applyBesideCards))
    return undefined
  }

  async function readBoard(input: { boardId: string; firstCards?: number }): Promise<BoardModel> {
    const parse = (response: Response) => parseTree(response, nextTask)
    const answer = await client.call('board.tree', input, { parse })
    const board = await modelInTasks(answer, nextTask)
    learnTouched(answer)
    return board
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

  /** In the next microtask, because the frames of one mutation come together. */
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
    const board = await fetch()
    if (isShown()) keep.set(board)
  }

  async function readMembers(): Promise<void> {
    wanted.members = false
    const found = await client.call('member.list', { boardId })
    const members = found.map(({ actorId, role, kind, name, handle, avatarUrl }) => ({ actorId, role, kind, name, handle, avatarUrl }))
    members.sort((one, other) => compare(one.actorId, other.actorId))
    for (const kept of [keep, start]) {
      const board = kept?.get()
      if (board) kept?.set({ ...board, members })
    }
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

/** Stores the board after those activities. Returns what they leave out. */
function hearOn(kept: Keep, activities: readonly Activity[], apply: (board: BoardModel, activity: Activity) => Applied): readonly Need[] {
  const before = kept.get()
  if (!before) return []
  const needs: Need[] = []
  const board = activities.reduce((now, activity) => {
    const after = apply(now, activity)
    needs.push(...after.needs)
    return after.board
  }, before)
  if (board !== before) kept.set(board)
  return needs
}

/** No timer, because nested timers are delayed by 4 ms from the fifth on. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close()
      resolve(null)
    })
    port1.start()
    port2.postMessage(null)
  })
}

function goneAsNull(failure: unknown): null {
  if (failure instanceof TandemError && failure.code === 'not_found') return null
  throw failure
}
