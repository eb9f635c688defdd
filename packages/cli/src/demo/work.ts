import assert from 'node:assert/strict'
import type { Client } from '@tandem/client'
import type { OutputOf } from '@tandem/contract'
import type { AgentProcess } from './agent-process.ts'
import type { FollowedLog } from './log.ts'
import { leave, startRivet } from './rivet.ts'
import type { Stage } from './stage.ts'
import { count, short } from './transcript.ts'

type Cast = {
  ada: Client
  log: FollowedLog
  board: OutputOf<'board.create'>
  agent: OutputOf<'agent.create'>
  token: string
  card: OutputOf<'card.get'>['card']
}
type Session = OutputOf<'session.get'>

const width = 76

/** A person delegates a card, an agent in a process of its own works on it, and both talk. */
export async function workTogether(stage: Stage, cast: Cast): Promise<void> {
  const rivet = await startRivet(stage, cast)
  stage.transcript.heading('The work')
  const sessionId = await delegate(stage, cast, rivet)
  await plan(stage, cast, sessionId)
  const goal = await talk(stage, cast, sessionId, rivet)
  await finish(stage, cast, sessionId, goal)
  await leave(stage, cast, rivet)
}

async function delegate({ transcript: { claim } }: Stage, { ada, log, agent, card }: Cast, rivet: AgentProcess): Promise<string> {
  const sessionId = await claim('Ada', `delegates ${card.key} “${short(card.title, 40)}” to Rivet`, async () => {
    const { delegation, session } = await ada.call('delegation.set', { cardId: card.id, agentActorId: agent.id })
    assert.equal(delegation.agentActorId, agent.id)
    assert.partialDeepStrictEqual(session, { cardId: card.id, agentActorId: agent.id, state: 'queued', trigger: { type: 'delegation' } })
    assert.equal((await log.next('card.delegated')).payload.agentActorId, agent.id)
    return session.id
  })
  const created = await log.next('agent_session.created')
  await claim('Rivet', 'is notified by webhook and verifies the signature', async () => {
    assert.equal(created.payload.sessionId, sessionId)
    await rivet.reported('take', ({ activityId }) => activityId === created.id)
  })
  return sessionId
}

async function plan({ transcript: { claim } }: Stage, { ada, log, card }: Cast, sessionId: string): Promise<void> {
  const open = card.checklistItems.filter(({ done }) => !done)
  await claim('Rivet', `reads the card and plans its ${count(open.length, 'open item')}`, async () => {
    const { payload } = await log.next('agent_session.updated')
    assert.equal(payload.state, 'working')
    assert.deepEqual(
      payload.plan?.map(({ text }) => text),
      open.map(({ text }) => text),
    )
    assert.notEqual((await ada.call('session.get', { sessionId })).state, 'queued')
  })
  await claim(
    'Rivet',
    (note: string) => `reports: ${short(note, width)}`,
    async () => {
      const { payload } = await log.next('agent_session.progress')
      assert.equal(payload.note, `${open.length} of ${card.checklistItems.length} items are open, ${card.comments.length} comments read.`)
      return payload.note
    },
  )
}

/** Returns the list that Ada chose. */
async function talk({ transcript: { claim } }: Stage, { ada, log, card }: Cast, sessionId: string, rivet: AgentProcess): Promise<string> {
  const question = await claim(
    'Rivet',
    ({ question }: NonNullable<Session['question']>) => `asks: ${short(question, width)}`,
    async () => {
      const { payload } = await log.next('agent_session.question')
      const session = await ada.call('session.get', { sessionId })
      assert.equal(session.state, 'awaiting_input')
      assert.deepEqual([session.question?.eventId, session.question?.options], [payload.eventId, payload.options])
      if (!session.question) throw new Error('the session holds no question')
      return session.question
    },
  )
  await claim('Rivet', `offers: ${short(question.options.join(' | '), width)}`, () => assert.ok(question.options.length > 0))
  const inbox = () => ada.call('notification.list', { unread: true })
  await claim('service', 'puts the question into the inbox of Ada, who delegated the card', async () => {
    assert.ok((await inbox()).some((row) => row.reason === 'question' && row.sessionId === sessionId))
  })
  const answer = question.options.find((option) => /complete|done|ship/i.test(option)) ?? question.options.at(-1) ?? ''
  await claim('Ada', `answers: ${short(answer, width)}`, async () => {
    const { session } = await ada.call('session.answer', { sessionId, answer, questionEventId: question.eventId })
    assert.deepEqual([session.state, session.question], ['working', null])
    assert.ok(!(await inbox()).some((row) => row.sessionId === sessionId && row.reason === 'question'))
  })
  await claim('service', 'accepts only one answer: the second gets 409', () =>
    assert.rejects(ada.call('session.answer', { sessionId, answer, questionEventId: question.eventId }), { code: 'conflict' }),
  )
  await claim('Rivet', 'receives the answer by webhook', async () => {
    const answered = await log.next('agent_session.answered')
    assert.deepEqual([answered.payload.answer, answered.cardId], [answer, card.id])
    await rivet.reported('take', ({ activityId }) => activityId === answered.id)
  })
  return answer
}

async function finish({ transcript: { claim } }: Stage, { ada, log, agent, card }: Cast, sessionId: string, goal: string): Promise<void> {
  await claim(
    'Rivet',
    (summary: string) => `completes: ${short(summary, width)}`,
    async () => {
      const { payload } = await log.next('agent_session.completed')
      const session = await ada.call('session.get', { sessionId })
      assert.equal(session.state, 'done')
      assert.equal(session.summary, payload.summary)
      assert.ok(session.endedAt !== null && payload.summary.includes(goal))
      return payload.summary
    },
  )
  const open = card.checklistItems.filter(({ done }) => !done)
  await claim('Rivet', `ticks ${count(open.length, 'item')}: all ${card.checklistItems.length} are done`, async () => {
    for (const { id } of open) assert.equal((await log.next('card.checklist_item_completed')).payload.itemId, id)
    const { checklistItems } = (await ada.call('card.get', { cardId: card.id })).card
    assert.ok(checklistItems.every(({ done }) => done))
    const byRivet = checklistItems.filter(({ doneByActorId }) => doneByActorId === agent.id)
    assert.deepEqual(
      byRivet.map(({ id }) => id),
      open.map(({ id }) => id),
    )
  })
  await claim('Rivet', `moves the card to “${short(goal, 50)}”`, async () => {
    const { payload, actorId } = await log.next('card.moved')
    const { lists } = await ada.call('board.tree', { boardId: card.boardId })
    const list = lists.find(({ cards }) => cards.some(({ id }) => id === card.id))
    assert.deepEqual([actorId, payload.fromListId, payload.toListId, list?.name], [agent.id, card.listId, list?.id, goal])
  })
}
