import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Act, isEnded, isFor, machine, nextState, type State } from '../../src/domain/sessions/machine.ts'

const states: State[] = ['queued', 'working', 'awaiting_input', 'done', 'error']
const acts = Object.keys(machine) as Act[]

/**
 * The next state of each act from queued, working and awaiting_input; a dash where it is not allowed. In done and error only usage and late
 * answers are accepted.
 */
const table: Record<Act, [who: string, queued: string, working: string, awaiting: string, event: string, verb: string]> = {
  start: ['agent', 'working', 'working', '-', 'state_change', 'updated'],
  claim: ['agent', 'working', '-', '-', 'state_change', 'updated'],
  describe: ['agent', 'queued', 'working', 'awaiting_input', 'state_change', 'updated'],
  reportUsage: ['agent', 'queued', 'working', 'awaiting_input', 'log', 'updated'],
  progress: ['agent', 'queued', 'working', 'awaiting_input', 'progress', 'progress'],
  log: ['agent', 'queued', 'working', 'awaiting_input', 'log', 'log'],
  askHuman: ['agent', 'awaiting_input', 'awaiting_input', '-', 'question', 'question'],
  complete: ['agent', 'done', 'done', 'done', 'state_change', 'completed'],
  fail: ['agent', 'error', 'error', 'error', 'state_change', 'failed'],
  answer: ['human', '-', '-', 'working', 'answer', 'answered'],
  answerLate: ['human', 'queued', 'working', 'awaiting_input', 'log', 'log'],
  requestStop: ['human', 'queued', 'working', 'awaiting_input', 'log', 'updated'],
  insistOnStop: ['human', 'error', 'error', 'error', 'state_change', 'failed'],
  startAnyway: ['human', 'queued', '-', '-', 'log', 'updated'],
  release: ['service', 'queued', '-', '-', 'log', 'updated'],
  setBudget: ['human', 'queued', 'working', 'awaiting_input', 'log', 'updated'],
  liftBudget: ['human', '-', '-', 'working', 'log', 'updated'],
  warnBudget: ['service', 'queued', 'working', 'awaiting_input', 'log', 'log'],
  askAboutBudget: ['service', '-', 'awaiting_input', '-', 'question', 'question'],
  takeDefault: ['service', '-', '-', 'working', 'answer', 'answered'],
  followUp: ['service', 'queued', 'working', 'awaiting_input', 'log', 'log'],
  withdraw: ['service', 'error', 'error', 'error', 'state_change', 'failed'],
  loseLease: ['service', '-', 'queued', '-', 'log', 'log'],
  loseForGood: ['service', '-', 'error', '-', 'state_change', 'failed'],
  timeOut: ['service', 'error', 'error', '-', 'state_change', 'failed'],
}

describe('the session machine', () => {
  test.each(Object.entries(table))('%s', (name, [who, queued, working, awaiting, event, verb]) => {
    const act = name as Act
    expect(states.map((state) => nextState(state, act) ?? '-')).toEqual([
      queued,
      working,
      awaiting,
      ...(act === 'reportUsage' || act === 'answerLate' ? ['done', 'error'] : ['-', '-']),
    ])
    expect(machine[act]).toMatchObject({ who, event, verb: `agent_session.${verb}` })
  })

  test('knows whose act it is: the own agent, any person, or the service', () => {
    const callers = {
      own: { actorId: 'robo', kind: 'agent' },
      other: { actorId: 'bert', kind: 'agent' },
      person: { actorId: 'ada', kind: 'human' },
    } as const
    const allowed = (act: Act) => Object.values(callers).map((caller) => isFor(act, caller, 'robo'))
    for (const act of acts) {
      const expected = { agent: [true, false, false], human: [false, false, true], service: [true, true, true] }[machine[act].who]
      expect(allowed(act), act).toEqual(expected)
    }
  })

  test('never leaves an end, and enters awaiting_input by a question alone', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 40 }), (sequence) => {
        let state: State = 'queued'
        for (const act of sequence) {
          const next = nextState(state, act)
          if (isEnded(state)) expect(next).toBe(act === 'reportUsage' || act === 'answerLate' ? state : null)
          if (next === 'awaiting_input' && state !== 'awaiting_input') expect(['askHuman', 'askAboutBudget']).toContain(act)
          if (state === 'awaiting_input' && next === 'working') expect(['answer', 'takeDefault', 'liftBudget']).toContain(act)
          state = next ?? state
        }
      }),
    )
  })
})
