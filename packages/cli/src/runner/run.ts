import type { LiveSocket } from '@tandem/client'
import { type NothingToClaim, type Session, TandemError } from '@tandem/contract'
import type { Context } from '../connection.ts'
import { Complaint } from '../failures.ts'
import { line } from '../terminal/terminal.ts'
import { claim, settle } from './claim.ts'
import { ownMark } from './process.ts'
import { claimFrom } from './queues.ts'
import { type Folder, type Kept, takeOver } from './state.ts'
import { createWakeUp } from './wake-up.ts'
import { agreedBoards, type Sifted, sift, type Wanted } from './whose-boards.ts'
import { type Outcome, type Setting, work } from './work.ts'

export type RunOptions = Wanted & {
  setting: Omit<Setting, 'nudged'>
  /** The folder where live sessions are recorded. */
  base: string
  concurrency: number
  /** Ends when nothing is queued any more. */
  once: boolean
  /** The status text of a session that was just claimed. */
  statusText: string
  /** When aborted, no new session is taken. */
  draining: AbortSignal
}

/** The polling interval, besides the events of the live socket. */
const pollEveryMs = 15_000
const pageSize = 200
const mostBoards = 200
const passing: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'internal'])

/** Verbs that may make a card of a queue ready. */
const aboutQueues: ReadonlySet<string> = new Set([
  'card.created',
  'card.moved',
  'card.unarchived',
  'card.undelegated',
  'card.unblocked',
  'list.updated',
  'agent_session.completed',
  'agent_session.failed',
])
const whyNoClaim = {
  capacity: 'Cards are waiting: the limit of concurrent sessions is reached.',
  paused: 'Cards are waiting: agents are paused.',
  blocked: 'Cards are waiting for the cards that block them.',
}

/** Takes sessions and works on them until it is drained. Returns the number that failed. Throws Complaint, and refusals of the service. */
export async function runAgent({ client, terminal }: Context, options: RunOptions): Promise<{ worked: number; failed: number }> {
  const { agent, base, draining } = options
  const us = await ownMark()
  const wakeUp = createWakeUp()
  const nudges = new Set<string>()
  const setting: Setting = { ...options.setting, nudged: (sessionId) => nudges.delete(sessionId) }
  const atWork = new Map<string, Promise<void>>()
  const sum = { worked: 0, failed: 0 }
  /** Each is reported once. */
  const leftAlone = new Set<string>()
  let fatal: unknown = null
  let toldOfQueues: NothingToClaim['because'] = 'empty'

  const live = client.listen({
    on: {
      event({ activity }) {
        const { agentActorId, sessionId, agentsPaused } = activity.payload
        if (activity.verb === 'board.updated' && agentsPaused === null) wakeUp.now()
        if (aboutQueues.has(activity.verb)) wakeUp.now()
        if (!activity.verb.startsWith('agent_session.') || agentActorId !== agent.id || typeof sessionId !== 'string') return
        nudges.add(sessionId)
        wakeUp.now()
      },
      // Activities between the last read and the subscription come with no event.
      subscribed: () => wakeUp.now(),
      notification: () => wakeUp.now(),
      error({ boardId }) {
        if (boardId !== undefined) followed.delete(boardId)
      },
    },
    onState(state) {
      if (state === 'signedOut') fail(new Complaint('not allowed', 'The token is no longer valid. Set TANDEM_TOKEN to a valid one.'))
    },
  })
  const followed = new Set<string>()
  draining.addEventListener('abort', wakeUp.now, { once: true })
  options.setting.leaving.addEventListener('abort', wakeUp.now, { once: true })
  try {
    for (const { folder, kept } of await takeOver(base, us, agent.id)) {
      terminal.note(`${kept.cardKey}: its runner exited; resuming.`)
      if (kept.since !== null || (await settle({ client, ...options }, folder, kept))) start(folder, kept)
    }
    if (!options.once)
      terminal.note(`${line(agent.name)} is waiting for cards. Ctrl-C claims no more, and exits when the last session has ended.`)
    for (;;) {
      const isOpen = !draining.aborted && fatal === null
      const taken = isOpen ? await takeSome() : 0
      if (atWork.size === 0 && taken === 0 && (options.once || !isOpen)) break
      await wakeUp.wait(pollEveryMs)
    }
    if (fatal !== null) throw fatal
    return sum
  } finally {
    live.close()
    await Promise.allSettled(atWork.values())
  }

  function fail(error: unknown): void {
    fatal ??= error
    wakeUp.now()
  }

  /** An outage is temporary; other failures are not. */
  async function takeSome(): Promise<number> {
    try {
      if (!options.once) await followBoards(live)
      let taken = 0
      if (atWork.size >= options.concurrency) return taken
      const { wanted, left } = await queued({ client }, options)
      tellLeft(left)
      for (const session of wanted) {
        if (atWork.size >= options.concurrency || draining.aborted) break
        const onWait = ({ message }: TandemError) => tellLeft([{ session, because: message.replace(/\.$/, '') }])
        const claimed = await claim({ client, base, us, agentId: agent.id, statusText: options.statusText, onWait }, session)
        if (!claimed) continue
        taken += 1
        start(claimed.folder, claimed.kept)
      }
      return taken + (await takeFromQueues())
    } catch (error) {
      if (error instanceof TandemError && passing.has(error.code)) terminal.note(`${error.message} Retrying.`)
      else fail(error)
      return 0
    }
  }

  async function takeFromQueues(): Promise<number> {
    // Not with a filter, which the service does not know: a card that does not match would be claimed.
    if (options.filter) return 0
    let taken = 0
    const boardIds = options.boardIds.length > 0 ? options.boardIds : [...(await agreedBoards(client, agent.id))]
    for (const boardId of boardIds) {
      while (atWork.size < options.concurrency && !draining.aborted) {
        const claimed = await claimFrom({ client, base, us, agentId: agent.id, onNothing }, boardId)
        if (!claimed) break
        taken += 1
        start(claimed.folder, claimed.kept)
      }
    }
    return taken
  }

  function onNothing(because: NothingToClaim['because']): void {
    if (because === 'empty' || because === toldOfQueues) return
    toldOfQueues = because
    terminal.note(whyNoClaim[because])
  }

  function tellLeft(left: Sifted['left']): void {
    for (const { session, because } of left) {
      if (leftAlone.has(session.id)) continue
      leftAlone.add(session.id)
      terminal.note(leftNote(session, because))
    }
  }

  async function followBoards(socket: LiveSocket): Promise<void> {
    const readable = (await client.call('board.list')).map(({ id }) => id)
    for (const boardId of readable) {
      if (followed.has(boardId) || followed.size >= mostBoards) continue
      followed.add(boardId)
      socket.subscribe(boardId)
    }
  }

  function start(folder: Folder, kept: Kept): void {
    const { sessionId, cardKey } = kept
    terminal.result({ did: 'take', sessionId, card: cardKey }, `▸ ${cardKey}  claimed`)
    const working = work(setting, folder, kept).then(
      (outcome) => tellEnd(kept, outcome),
      (error: unknown) => fail(error),
    )
    atWork.set(
      sessionId,
      working.finally(() => {
        atWork.delete(sessionId)
        wakeUp.now()
      }),
    )
  }

  function tellEnd({ sessionId, cardKey }: Kept, { state, text, directory }: Outcome): void {
    sum.worked += 1
    if (state === 'error') sum.failed += 1
    const sign = { done: '✓', error: '✗', elsewhere: '·' }[state]
    const where = directory === null ? '' : `  (${directory})`
    terminal.result(
      { did: 'end', sessionId, card: cardKey, state, text, directory },
      `${sign} ${cardKey}  ${line(text).slice(0, 200)}${where}`,
    )
  }
}

/** The agent's queued sessions, the oldest first: those to take, and the others with the reason. */
export async function queued({ client }: Pick<Context, 'client'>, wanted: Wanted): Promise<Sifted> {
  const sessions: Session[] = []
  for await (const page of client.pages('session.mine', { state: 'queued', limit: pageSize })) sessions.push(...page)
  return sift(client, sessions.reverse(), wanted)
}

export const leftNote = ({ cardKey }: Session, because: string): string => `${line(cardKey)} skipped: ${because}.`
