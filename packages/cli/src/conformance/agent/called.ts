import { Mistake, NotPlayed } from '../mistake.ts'
import { newWord, orderText } from './orders.ts'
import { asksAndUses } from './question.ts'
import { addCard, commentsWith, delegateNew, type Stage } from './stage.ts'
import { completes } from './watch.ts'

/** Checks of mentions. Each throws Mistake, or NotPlayed. */

export async function replies(stage: Stage): Promise<void> {
  const { client, agent } = stage
  const word = newWord()
  const card = await addCard(stage, 'answer a comment', null)
  const body = `@${agent.handle} ${orderText({ do: 'reply', word })}`
  const { calls = [] } = await client.call('comment.create', { cardId: card.id, body })
  const call = calls.find(({ agentActorId }) => agentActorId === agent.id)
  if (call?.sessionId === undefined) throw new NotPlayed(call?.message ?? `@${agent.handle} was not called.`)
  await completes(stage, call.sessionId)
  const comments = await commentsWith(stage, card.id, word)
  if (comments.length !== 1) throw new Mistake(`one comment with the word ${word}`, `${comments.length} comments with it`)
}

/** Activities of others on the card, mentions included, are news for an agent at work: they open no second session. */
export async function goesOn(stage: Stage): Promise<void> {
  const { client, agent } = stage
  const { card, session } = await delegateNew(stage, 'keep working during other edits', { do: 'ask' })
  await asksAndUses(stage, session.id, async () => {
    const body = `@${agent.handle} I will answer in a moment. There is nothing for you to do.`
    await client.call('comment.create', { cardId: card.id, body })
    await client.call('card.update', { cardId: card.id, title: `${card.title}, renamed` })
    await client.call('checklist.add', { cardId: card.id, text: 'For people only' })
  })
}
