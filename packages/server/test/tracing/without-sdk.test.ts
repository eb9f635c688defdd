import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { logOptions } from '../../src/log.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { callTool, post } from '../mcp/raw.ts'
import { makeBoard } from '../rules/fixture.ts'
import { startReceiver } from '../webhooks/fixture/receiver.ts'
import { newTrace } from './recorder.ts'

/** No SDK is registered in this process: the only traces are those that callers send. */
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'debug', ...logOptions }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(() => void lines.splice(0))

async function hooked(answers: number[] = [200]) {
  const tandem = await startTestService({ log })
  onTestFinished(() => tandem.stop())
  const receiver = await startReceiver(...answers)
  onTestFinished(() => receiver.stop())
  const ada = await tandem.register('Ada')
  const board = await makeBoard(ada)
  const made = await ada.post(`/api/boards/${board.id}/webhooks`, { url: receiver.url, events: ['card.created', 'comment.added'] })
  expect(made.status).toBe(201)
  const heard = (count: number) => until(() => receiver.received[count - 1])
  return { tandem, receiver, ada, board, heard }
}

test('a webhook delivery carries the trace of the request that caused it, in each try; one without a trace carries none', {
  meta: { proves: ['trace.delivery'] },
}, async () => {
  const { tandem, ada, board, heard } = await hooked([503, 200])
  const { headers, traceId } = newTrace()
  expect((await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'One' }, headers)).status).toBe(201)
  expect((await heard(1)).headers.traceparent).toBe(headers.traceparent)
  await until(() => lines.some((line) => line.msg === 'delivery failed' && line.traceId === traceId))
  tandem.clock.advance(10_000)
  expect((await heard(2)).headers.traceparent).toBe(headers.traceparent)
  await board.card('Two')
  expect((await heard(3)).headers).not.toHaveProperty('traceparent')
})

test('what a rule does in answer to an act belongs to the trace of the act', { meta: { proves: ['trace.delivery'] } }, async () => {
  const { tandem, ada, board, heard } = await hooked()
  await board.rule({ verb: 'card.created' }, [{ type: 'add_comment', body: 'Welcome' }])
  const { headers } = newTrace()
  await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'One' }, headers)
  await tandem.service.workers.rules.runOnce()
  const second = await heard(2)
  expect(second.body.verb).toBe('comment.added')
  expect(second.headers.traceparent).toBe(headers.traceparent)
})

test('a tool call says its trace in _meta, or else in the header', { meta: { proves: ['trace.tool'] } }, async () => {
  const { tandem, ada, board, heard } = await hooked()
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const [inHeader, inMeta] = [newTrace(), newTrace()]
  const call = callTool('card_write', { method: 'create', params: { listId: board.lists[0], title: 'One' } })
  const by = (body: unknown) => post(tandem.url, robo.token, body, { ...call.headers, ...inHeader.headers })
  expect((await by(call.body)).body.result.isError ?? false).toBe(false)
  expect((await heard(1)).headers.traceparent).toBe(inHeader.headers.traceparent)
  const { params } = call.body
  await by({ ...call.body, params: { ...params, _meta: { ...params._meta, ...inMeta.headers } } })
  expect((await heard(2)).headers.traceparent).toBe(inMeta.headers.traceparent)
  await until(() => lines.some((line) => line.msg === 'tool call' && line.traceId === inMeta.traceId))
})

test('every line about a request says to which trace it belongs', { meta: { proves: ['trace.log'] } }, async () => {
  const { tandem } = await hooked()
  const { headers, traceId } = newTrace()
  await tandem.anonymous.get('/api/me', headers)
  const line = await until(() => lines.find((line) => line.route === '/api/me'))
  expect(line).toMatchObject({ status: 401, traceId })
})
