import { Mistake } from '../mistake.ts'
import { newWord } from './orders.ts'
import { answer, asksAndUses } from './question.ts'
import { addCard, delegate, delegateNew, requireOnce, type Stage, writesOf } from './stage.ts'
import { becomes, completes, hasEnded, pause, read, seenOf, unlessOver } from './watch.ts'

/** Checks of delegated cards. Each throws Mistake. */

export async function takesUp(stage: Stage): Promise<void> {
  const { session } = await delegateNew(stage, 'start a card', { do: 'finish', word: newWord() })
  await becomes(stage, session.id, { what: 'the session starts', fits: ({ state }) => state !== 'queued' && state !== 'error' })
  for (;;) {
    const now = await becomes(stage, session.id, {
      what: 'the session is completed',
      fits: (one) => one.state === 'done' || one.question !== null,
    })
    if (!now.question) return
    // An agent that asks about every card is compliant too.
    await answer(stage, session.id, now.question.options[0] ?? 'Continue as you think best.')
  }
}

export async function follows(stage: Stage): Promise<void> {
  const word = newWord()
  const { session } = await delegateNew(stage, 'read the description', { do: 'finish', word })
  await completes(stage, session.id, word)
}

export async function asks(stage: Stage): Promise<void> {
  const { session } = await delegateNew(stage, 'ask, and wait', { do: 'ask' })
  await asksAndUses(stage, session.id, async () => {})
}

export async function actsOnce(stage: Stage): Promise<void> {
  const word = newWord()
  const { card, session } = await delegateNew(stage, 'act once', { do: 'comment', word })
  // A delegation to the same agent changes nothing and records no activity.
  await delegate(stage, card)
  await completes(stage, session.id)
  await pause(stage)
  await requireOnce(stage, card.id, word)
}

export async function stops(stage: Stage): Promise<void> {
  const { card, session } = await delegateNew(stage, 'stop', { do: 'work' })
  await becomes(stage, session.id, { what: 'the session is working', fits: ({ state }) => state === 'working' })
  await pause(stage)
  const stop = () => stage.client.call('session.stop', { sessionId: session.id })
  await unlessOver(stage, session.id, { what: 'the session works until it is asked to stop', act: stop })
  // After a minute a person may end it without the agent.
  const withinMs = Math.min(stage.timeoutMs, 60_000)
  await becomes(stage, session.id, { what: 'the session ends after it was asked to stop', fits: hasEnded, withinMs })
  const ends = await stage.client.call('board.activity', {
    boardId: stage.boardId,
    actorId: stage.agent.id,
    verb: 'agent_session.*',
    limit: 1,
  })
  await pause(stage)
  await writesNothing(stage, { cardId: card.id, since: ends[0]?.id, when: 'after the end of the session' })
}

export async function waitsForBlocker(stage: Stage): Promise<void> {
  const word = newWord()
  const blocker = await addCard(stage, 'block another card', null)
  const card = await addCard(stage, 'wait for another card', { do: 'finish', word })
  await stage.client.call('relation.put', { cardId: blocker.id, otherCardId: card.id, kind: 'blocks' })
  const session = await delegate(stage, card)
  await pause(stage)
  const held = await read(stage, session.id)
  if (held.state !== 'queued') throw new Mistake('the session stays queued while its card is blocked', seenOf(held))
  await writesNothing(stage, { cardId: card.id, when: 'while it is blocked' })
  await stage.client.call('card.update', { cardId: blocker.id, completedAt: new Date().toISOString() })
  await completes(stage, session.id, word)
}

async function writesNothing(
  stage: Stage,
  { cardId, since, when }: { cardId: string; since?: string | undefined; when: string },
): Promise<void> {
  const verbs = (await writesOf(stage, cardId, since)).map(({ verb }) => verb)
  if (verbs.length > 0) throw new Mistake(`the agent writes nothing on the card ${when}`, verbs.join(', '))
}
