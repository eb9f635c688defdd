import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type Team } from './fixture/team.ts'

/** A model of service §3 and decisions §4, with which the service is compared. */
type Model = { state: string; events: string[]; verbs: string[]; stopAskedAt: number | null }
type Step = {
  name: string
  send(team: Team, sessionId: string): Promise<{ status: number; body: any }>
  /** The correct status, and the effect on the model. */
  expected(model: Model, atMs: number): number
}

const isLive = ({ state }: Model) => ['queued', 'working', 'awaiting_input'].includes(state)

function step(model: Model, event: string, verb: string, state = model.state): 200 {
  model.events.push(event)
  model.verbs.push(verb)
  model.state = state
  return 200
}

const post = (name: string, body: object, expected: Step['expected']): Step => ({ name, expected, send: (team, id) => team.post(id, body) })

const steps: Step[] = [
  post('update working', { op: 'update', state: 'working' }, (model) =>
    ['queued', 'working'].includes(model.state) ? step(model, 'state_change', 'updated', 'working') : 409,
  ),
  post('claim', { op: 'update', state: 'working', ifState: 'queued' }, (model) =>
    model.state === 'queued' ? step(model, 'state_change', 'updated', 'working') : 409,
  ),
  post('say', { op: 'update', statusText: 'Hm' }, (model) => (isLive(model) ? step(model, 'state_change', 'updated') : 409)),
  ...['queued', 'awaiting_input', 'done', 'error'].map((state) => post(`set ${state}`, { op: 'update', state }, () => 400)),
  post('progress', { op: 'progress', note: 'On' }, (model) => (isLive(model) ? step(model, 'progress', 'progress') : 409)),
  post('log', { op: 'log', payload: { a: 1 } }, (model) => (isLive(model) ? step(model, 'log', 'log') : 409)),
  post('ask', { op: 'ask_human', question: 'So?', options: ['Yes'] }, (model) =>
    ['queued', 'working'].includes(model.state) ? step(model, 'question', 'question', 'awaiting_input') : 409,
  ),
  post('complete', { op: 'complete', summary: 'Done.' }, (model) =>
    isLive(model) ? step(model, 'state_change', 'completed', 'done') : 409,
  ),
  post('fail', { op: 'fail', reason: 'No.' }, (model) => (isLive(model) ? step(model, 'state_change', 'failed', 'error') : 409)),
  { name: 'foreign agent', send: (team, id) => team.post(id, { op: 'progress', note: 'x' }, team.bert), expected: () => 403 },
  { name: 'person reports', send: (team, id) => team.post(id, { op: 'complete', summary: 'x' }, team.ada), expected: () => 403 },
  { name: 'agent answers', send: ({ robo }, id) => robo.post(`/api/sessions/${id}/answer`, { answer: 'x' }), expected: () => 403 },
  {
    name: 'answer',
    send: ({ eve }, id) => eve.post(`/api/sessions/${id}/answer`, { answer: 'Yes' }),
    expected(model) {
      if (model.state === 'awaiting_input') return step(model, 'answer', 'answered', 'working')
      // If there was a question, the answer is late and passed on to the agent.
      if (model.events.includes('question')) step(model, 'log', 'log')
      return 409
    },
  },
  {
    name: 'stop',
    send: ({ bob }, id) => bob.post(`/api/sessions/${id}/stop`),
    expected(model, atMs) {
      if (!isLive(model)) return 409
      if (model.stopAskedAt !== null && atMs - model.stopAskedAt >= 60_000) return step(model, 'state_change', 'failed', 'error')
      model.stopAskedAt ??= atMs
      return step(model, 'log', 'updated')
    },
  },
  {
    name: 'two minutes pass',
    async send({ tandem }) {
      tandem.clock.advance(120_000)
      return { status: 0, body: null }
    },
    expected: () => 0,
  },
]

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

test('any sequence of acts leaves the state, the trail and the log that the specification says (F91)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 14 }), async (sequence) => {
      const cardId = await team.newCard()
      const sessionId = await team.delegate(cardId)
      const model: Model = { state: 'queued', events: ['state_change'], verbs: ['created'], stopAskedAt: null }
      for (const { name, send, expected } of sequence) {
        const status = expected(model, team.tandem.clock.now())
        const answer = await send(team, sessionId)
        expect(answer.status, `${name} in ${model.state}`).toBe(status)
        if (status === 200) expect(answer.body.session.state).toBe(model.state)
      }
      const session = await team.session(sessionId)
      const ended = model.state === 'done' || model.state === 'error'
      expect([session.state, session.endedAt !== null, session.question !== null]).toEqual([
        model.state,
        ended,
        model.state === 'awaiting_input',
      ])
      const events = await team.events(sessionId)
      expect(events.map((event) => event.kind)).toEqual(model.events)
      expect(events.map((event) => event.id)).toEqual(events.map((event) => event.id).toSorted())
      const verbs = (await team.log(cardId)).map(({ verb }) => verb).filter((verb) => verb.startsWith('agent_session.'))
      expect(verbs).toEqual(model.verbs.map((verb) => `agent_session.${verb}`))
    }),
    { numRuns: 60 },
  )
})
