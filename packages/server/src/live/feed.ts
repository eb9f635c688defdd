import { type Activity, refusal, type ServerFrame, TandemError } from '@tandem/contract'
import { meaningOf } from '../db/failures.ts'
import { notFound } from '../kernel/access.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { encodeEvent, encodeFrame } from './encode-frame.ts'
import { errorFrame } from './error-frame.ts'
import type { Turns } from './event-loop-turns.ts'
import type { Listener } from './listener.ts'
import type { LogPage } from './log.ts'

/**
 * One board's log as this instance follows it: read once for all listeners of the instance, each frame serialized once. A listener that
 * starts further back gets a replay from the log and then joins the feed. Specification: service §6, decisions §5.
 */
export type Feed = {
  /** The position of the feed: everything up to it has been delivered. */
  readonly seq: number
  readonly isIdle: boolean
  /** `head` = the board's seq when access was checked: removals up to there are ignored as history. */
  follow(listener: Listener, from: number, head: number): void
  unfollow(listener: Listener): void
  /**
   * Goes on: the log has new activities. `committed`: those that this instance has just committed, with the octets of their payloads; they need
   * no reading. Without them the log is read.
   */
  wake(committed?: { activities: readonly Activity[]; octets: number }): void
  /** Sends a frame to all followers. */
  send(frame: ServerFrame): Promise<void>
  /** Nothing is read any more. Remaining followers learn that the board is gone. */
  end(): void
}

type Follower = { listener: Listener; position: number; head: number; live: boolean; ended: boolean }

/**
 * Activities committed within this time are sent in one write per socket, which is most of the cost of a frame. With few sockets the writes
 * cost less than the wait: those of ten take no longer than one millisecond.
 */
const longestGapMs = 10
const followersPerGapMs = 10
/** Beyond these the log is read, by pages of a size that a socket takes: they waited behind a read, or for activities of another instance. */
const [mostHeld, mostHeldOctets] = [200, 524_288]

type ReadLog = (boardId: string, seq: number) => Promise<LogPage>

type FeedDeps = {
  boardId: string
  seq: number
  read: ReadLog
  /** Reads for replays, which do not delay new events. */
  readBack: ReadLog
  clock: Clock
  turns: Turns
  /** Activities go out to those who follow. */
  onHandedOut(activities: readonly Activity[]): void
  /** Called when an actor has lost the board. */
  onRemoved(actorId: string): void
  onFailure(error: unknown): void
}

/** A page as it goes out: the frame of activity `n` has seq `from + 1 + n`. */
type Parcel = { from: number; to: number; activities: readonly Activity[]; frames: Buffer[]; whole: Buffer; removals: Activity[] }

export function createFeed({ boardId, read, readBack, clock, turns, onHandedOut, onRemoved, onFailure, ...begin }: FeedDeps): Feed {
  const followers = new Map<Listener, Follower>()
  let { seq } = begin
  let ended = false
  let stale = false
  /** Something has been appended that is not held. */
  let unread = false
  let reading = false
  /** By their places in the log. */
  const held = new Map<number, Activity>()
  let heldOctets = 0

  return {
    get seq() {
      return seq
    },
    get isIdle() {
      return followers.size === 0
    },
    follow(listener, from, head) {
      drop(listener)
      const follower = { listener, position: from, head, live: from >= seq, ended: false }
      followers.set(listener, follower)
      if (!follower.live) void replay(follower)
      else if (head > seq) wake()
    },
    unfollow: drop,
    wake,
    async send(frame) {
      const bytes = encodeFrame(frame)
      await toEach(({ listener }) => listener.write(bytes, 1))
    },
    end() {
      ended = true
      for (const follower of followers.values()) refuse(follower, notFound('board'))
    },
  }

  function wake(committed?: { activities: readonly Activity[]; octets: number }): void {
    if (committed && held.size + committed.activities.length <= mostHeld && heldOctets + committed.octets <= mostHeldOctets) {
      for (const activity of committed.activities) if (activity.seq > seq) held.set(activity.seq, activity)
      heldOctets += committed.octets
    } else unread = true
    stale = true
    if (!reading) void readOn()
  }

  async function readOn(): Promise<void> {
    reading = true
    try {
      while (stale && !ended) {
        stale = false
        for (let leadsOn = true; leadsOn && !ended; ) {
          const next = takeHeld()
          if (next.length === 0) unread = false
          const page = next.length > 0 ? { activities: next, leadsOn: held.size > 0 || unread } : await read(boardId, seq)
          leadsOn = page.leadsOn
          await handOut(page.activities)
        }
        const gapMs = Math.min(longestGapMs, Math.floor(followers.size / followersPerGapMs))
        if (gapMs > 0) await new Promise<void>((resolve) => clock.after(gapMs, resolve))
      }
    } catch (error) {
      onFailure(error)
    } finally {
      reading = false
    }
  }

  /** Those that follow what has been delivered without a gap. What a read has delivered meanwhile is dropped. */
  function takeHeld(): Activity[] {
    for (const place of held.keys()) if (place <= seq) held.delete(place)
    const next: Activity[] = []
    for (let activity = held.get(seq + 1); activity; activity = held.get(activity.seq + 1)) next.push(activity)
    for (const { seq: place } of next) held.delete(place)
    if (held.size === 0) heldOctets = 0
    return next
  }

  async function handOut(activities: readonly Activity[]): Promise<void> {
    if (activities.length === 0) return
    const parcel = parcelOf(activities, seq)
    // Set before the first frame is sent: followers that join from here on get these from the replay.
    seq = parcel.to
    await toEach((follower) => {
      if (follower.live) deliver(follower, parcel)
    })
    onHandedOut(activities)
    for (const { payload } of parcel.removals) onRemoved(String(payload.actorId))
  }

  async function toEach(give: (follower: Follower) => void): Promise<void> {
    await turns.take()
    for (const follower of followers.values()) {
      if (turns.isOver()) await turns.take()
      if (!follower.ended) give(follower)
    }
  }

  /** Joins in the same step in which it finds that nothing is missing: nothing can be delivered between the two. */
  async function replay(follower: Follower): Promise<void> {
    try {
      while (!follower.ended) {
        const { activities, leadsOn } = await readBack(boardId, follower.position)
        await turns.take()
        if (follower.ended) return
        if (activities.length > 0) deliver(follower, parcelOf(activities, follower.position))
        if (!leadsOn && (follower.position >= seq || activities.length === 0)) {
          follower.live = true
          return
        }
        if (!(await follower.listener.drained())) return
      }
    } catch (error) {
      onFailure(error)
      const meaning = meaningOf(error).error
      refuse(follower, meaning instanceof TandemError ? meaning : refusal('subscriptionFailed'))
    }
  }

  /** Events before the removal of the actor are delivered; the removal itself is not. */
  function deliver(follower: Follower, parcel: Parcel): void {
    const { from, to, frames, whole, removals } = parcel
    const { listener, position, head } = follower
    const { actorId } = listener.principal
    const removal = removals.find(({ payload, seq }) => payload.actorId === actorId && seq > Math.max(position, head))
    const until = removal ? removal.seq - 1 : to
    if (listener.hear) listener.hear(parcel.activities.slice(position - from, until - from))
    else if (position === from && until === to) listener.write(whole, frames.length)
    else if (position < until) listener.write(Buffer.concat(frames.slice(position - from, until - from)), until - position)
    follower.position = Math.max(position, until)
    if (removal) refuse(follower, notFound('board'))
  }

  function refuse({ listener }: Follower, refusal: TandemError): void {
    drop(listener)
    listener.send(errorFrame(refusal, boardId))
  }

  function drop(listener: Listener): void {
    const follower = followers.get(listener)
    if (follower) follower.ended = true
    followers.delete(listener)
  }
}

function parcelOf(activities: readonly Activity[], from: number): Parcel {
  const frames = activities.map(encodeEvent)
  const removals = activities.filter(({ verb }) => verb === 'member.removed')
  return { from, to: from + activities.length, activities, frames, whole: Buffer.concat(frames), removals }
}
