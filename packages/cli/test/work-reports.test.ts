import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { tandemCommand } from './fixture/listener.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

/** An agent that is a shell script. Specification: beyond §2 and §3. */
let tandem: TestService
let machine: Machine
let ada: Person
let robo: Person
let boardId: string
let listId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
  listId = (await ada.get(`/api/boards/${boardId}/outline`)).body.lists[0].id
  robo = await tandem.agent(ada, 'Robo', [boardId])
  machine = await createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: robo.token ?? '' })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

/** A card that the agent has claimed, as a script finds it in its environment. */
async function claimed(title: string) {
  const { key, id: cardId } = (await ada.post(`/api/lists/${listId}/cards`, { title })).body
  const { session } = (await ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })).body
  const { json } = await machine.run(['work', 'claim', '--session', key, '--json'])
  const environment = { TANDEM_SESSION: session.id as string, TANDEM_GENERATION: String(json.lease.generation) }
  return { key: key as string, cardId: cardId as string, sessionId: session.id as string, environment }
}

type Job = Awaited<ReturnType<typeof claimed>>

const run = ({ environment }: Job, args: string[], stdin = '') => machine.run(['work', ...args], { environment, stdin })
const read = async ({ sessionId }: Job) => (await ada.get(`/api/sessions/${sessionId}`)).body
const trail = async ({ sessionId }: Job) => (await ada.get(`/api/sessions/${sessionId}/events`)).body.events
const whenAsked = (job: Job) => until(async () => (await read(job)).question !== null)
const comment = ({ cardId }: Job, body: string) => ada.post(`/api/cards/${cardId}/comments`, { body })

test('update, progress and complete report from words, options and what is piped in', {
  meta: { proves: ['cli.work.update', 'cli.work.progress', 'cli.work.complete'] },
}, async () => {
  const job = await claimed('Report')
  const updated = await run(job, [
    'update',
    '--status',
    'Drawing',
    '--step',
    'done=Look',
    '--step',
    'in_progress=a=b',
    '--usage',
    'in=7,usd=0.5',
  ])
  expect([updated.code, updated.stdout]).toEqual([0, `${job.key} is working.\n`])
  expect(await read(job)).toMatchObject({
    statusText: 'Drawing',
    plan: [
      { status: 'done', text: 'Look' },
      { status: 'in_progress', text: 'a=b' },
    ],
    usage: { inputTokens: 7, costUsd: 0.5 },
  })
  expect((await run(job, ['progress', 'Half', 'of', 'it'])).code).toBe(0)
  expect((await run(job, ['progress'], 'from a program\n')).code).toBe(0)
  const notes = (await trail(job)).filter(({ kind }: any) => kind === 'progress').map(({ body }: any) => body.note)
  expect(notes).toEqual(['Half of it', 'from a program'])
  expect((await run(job, ['complete'], '# Done\n\nIt is tight.\n')).stdout).toBe(`${job.key} is done.\n`)
  expect((await read(job)).summary).toBe('# Done\n\nIt is tight.')
  expect(await run(job, ['progress', 'More'])).toMatchObject({ code: 1 })
})

test('once another process has claimed the session, what a command does is refused, but for a claim of the next card', {
  meta: { proves: ['lease.fence.command'] },
}, async () => {
  const job = await claimed('Lost')
  const { environment } = job
  const comment = () => machine.run(['card', 'comment', job.key, 'Late'], { environment })
  expect((await comment()).code).toBe(0)
  tandem.clock.advance(901_000)
  await tandem.service.workers.watchdog.runOnce()
  await machine.run(['work', 'claim', '--session', job.key])
  const { comments } = (await ada.get(`/api/cards/${job.cardId}`)).body
  expect(await comment()).toMatchObject({ code: 1, stderr: expect.stringContaining('the generation is 2, not 1') })
  expect((await ada.get(`/api/cards/${job.cardId}`)).body.comments).toEqual(comments)
  const next = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Next' })).body
  await ada.post(`/api/cards/${next.id}/delegation`, { agentActorId: robo.actorId })
  expect((await machine.run(['work', 'claim', '--json'], { environment })).json.card.key).toBe(next.key)
})

test('what others did is told until its cursor comes back, and so is a stop', {
  meta: { proves: ['cli.work.heartbeat', 'cli.work.fail'] },
}, async () => {
  const job = await claimed('Hear')
  await comment(job, 'Mind the\ngap')
  const before = (await trail(job)).length
  const told = await run(job, ['heartbeat', '--json'])
  expect(told.json.news.items).toMatchObject([{ verb: 'comment.added' }])
  expect((await run(job, ['heartbeat'])).stdout).toMatch(new RegExp(`^${job.key} is working\\.\n· .*Mind the gap.*\n$`))
  expect((await run(job, ['heartbeat', '--news-cursor', told.json.news.cursor])).stdout).toBe(`${job.key} is working.\n`)
  expect((await trail(job)).length).toBe(before)
  await ada.post(`/api/sessions/${job.sessionId}/stop`)
  expect((await run(job, ['progress', 'On'])).stdout).toContain('a person has asked you to stop. Run tandem work fail')
  expect((await run(job, ['fail', 'Stopped'])).stdout).toContain(`${job.key} is error.\n`)
  expect((await read(job)).failureReason).toBe('Stopped')
})

test('a process that has lost its lease is refused, also where it names the card; without a generation nothing is reported', {
  meta: { proves: ['cli.work.progress'] },
}, async () => {
  const job = await claimed('Fence')
  const before = (await trail(job)).length
  const none = await machine.run(['work', 'progress', '--session', job.key, 'No lease'])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('Send the generation')])
  const wrong = await machine.run(['work', 'progress', '--session', job.key, '--generation', '7', 'Another lease'])
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('the generation is 1, not 7')])
  expect((await trail(job)).length).toBe(before)
  expect((await machine.run(['work', 'complete', '--session', job.key, '--generation', '1', 'Held'])).code).toBe(0)
})

test('ask --wait prints the answer alone; wait prints it again in a process that comes later', {
  meta: { proves: ['cli.work.ask', 'cli.work.wait'] },
}, async () => {
  const job = await claimed('Ask')
  expect(await run(job, ['wait'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was asked') })
  const asking = run(job, ['ask', 'Which color?', '--choice', 'Red', '--choice', 'Blue', '--kind', 'choice', '--wait'])
  await until(async () => (await read(job)).question !== null)
  expect((await read(job)).question).toMatchObject({ question: 'Which color?', options: ['Red', 'Blue'], kind: 'choice' })
  await ada.post(`/api/sessions/${job.sessionId}/answer`, { answer: 'Blue', note: 'A light one' })
  const { code, stdout, stderr } = await asking
  expect([code, stdout]).toEqual([0, 'Blue\n'])
  expect(stderr).toMatch(/A light one\n$/)
  expect((await run(job, ['wait', '--json'])).json).toMatchObject({ kind: 'answer', body: { answer: 'Blue', note: 'A light one' } })
  const again = await run(job, ['ask', 'Which color?', '--if-new'])
  expect([again.code, again.stdout]).toEqual([0, 'Blue\n'])
  expect((await read(job)).question).toBeNull()
})

test('ask without --wait goes on, with a deadline; Ctrl-C ends the waiting alone, and a stop and the end of the session end it', {
  meta: { proves: ['cli.work.ask', 'cli.work.wait'] },
}, async () => {
  const job = await claimed('Deploy')
  const asked = await run(job, ['ask', 'Deploy it?', '--kind', 'approval', '--minutes', '60', '--default', 'deny'])
  expect([asked.code, asked.stdout]).toEqual([0, `${job.key} is waiting for an answer. Run tandem work wait to print it.\n`])
  expect((await read(job)).question).toMatchObject({ kind: 'approval', defaultOption: 'deny' })
  const waiting = tandemCommand(['work', 'wait'], { ...machine.environment, ...job.environment }, machine.home)
  await until(() => waiting.stderr().includes(`${job.key} is waiting for an answer.`))
  expect(await waiting.kill('SIGINT')).toBe(1)
  expect(waiting.stderr()).toContain('the question stays open')
  expect((await read(job)).question).not.toBeNull()
  await ada.post(`/api/sessions/${job.sessionId}/stop`)
  expect(await run(job, ['wait'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('asked you to stop') })
  expect((await run(job, ['fail', 'Stopped'])).code).toBe(0)
  expect(await run(job, ['wait'])).toMatchObject({ code: 1, stdout: '' })
})

test('several questions are asked from a file or a pipe, and each answer is one line, in their order', {
  meta: { proves: ['cli.work.ask', 'cli.work.wait'] },
}, async () => {
  const job = await claimed('Several')
  const questions = [
    { question: 'Which color?', options: ['Red', 'Blue'], kind: 'choice' },
    { question: 'Paint it?', kind: 'approval' },
    { question: 'What else?' },
  ]
  const deadline = new Date(Date.now() + 86_400_000).toISOString()
  const asked = await run(job, ['ask', '--questions', '-', '--until', deadline], JSON.stringify(questions))
  expect([asked.code, asked.stderr]).toEqual([0, ''])
  expect((await read(job)).question).toMatchObject({
    expiresAt: deadline,
    questions: [questions[0], { kind: 'approval' }, { options: [] }],
  })
  await ada.post(`/api/sessions/${job.sessionId}/answer`, { answers: ['Blue', 'approve', 'Mind\nthe gap'] })
  expect(await run(job, ['wait'])).toMatchObject({ code: 0, stdout: 'Blue\napprove\nMind the gap\n' })
  expect((await run(job, ['wait', '--json'])).json.body.answers).toEqual(['Blue', 'approve', 'Mind\nthe gap'])
  const file = join(machine.home, 'questions.json')
  await writeFile(file, JSON.stringify([questions[0], questions[2]]))
  const again = run(job, ['ask', '--questions', file, '--wait'])
  await whenAsked(job)
  await ada.post(`/api/sessions/${job.sessionId}/answer`, { answers: ['Blue', 'Tell everyone'] })
  expect(await again).toMatchObject({ code: 0, stdout: 'Blue\nTell everyone\n' })
  expect((await run(job, ['ask', '--questions', file, '--if-new'])).stdout).toBe('Blue\nTell everyone\n')
})

test('questions that are not valid, and two deadlines, are refused before anything is sent', {
  meta: { proves: ['cli.work.ask'] },
}, async () => {
  const job = await claimed('Unfit')
  const before = (await trail(job)).length
  const refused = async (args: string[], stdin = '') => {
    const { code, stdout, stderr } = await run(job, ['ask', ...args], stdin)
    expect([code, stdout], args.join(' ')).toEqual([2, ''])
    return stderr
  }
  expect(await refused(['Now?', '--minutes', '5', '--until', '2027-06-01T12:00:00Z'])).toContain('--minutes and --until')
  expect(await refused(['Now?', '--until', 'soon'])).toContain('a time such as')
  for (const more of [['Now?'], ['--choice', 'Red'], ['--kind', 'text'], ['--default', 'Red']])
    expect(await refused(['--questions', '-', ...more], '[{"question":"A?"}]')).toContain('leave out')
  expect(await refused(['--questions', '-'], 'Which?')).toContain('not valid JSON')
  expect(await refused(['--questions', '-'], '[]')).toContain('are not valid')
  expect(await refused(['--questions', '-'], '[{"question":"A?"},{"question":"B?","choices":["C"]}]')).toMatch(/question 2: .*choices/)
  expect(await refused(['--questions', '-'], JSON.stringify(Array.from({ length: 6 }, () => ({ question: 'A?' }))))).toContain(
    'are not valid',
  )
  const none = await run(job, ['ask', '--questions', join(machine.home, 'none.json')])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('none.json does not exist.')])
  expect((await run(job, ['ask', 'Now?', '--until', '2020-01-01'])).stderr).toContain('must be in the future')
  expect((await trail(job)).length).toBe(before)
})

test('wait is for questions of its own alone: not those about a budget, and none of another agent', {
  meta: { proves: ['cli.work.wait'] },
}, async () => {
  const job = await claimed('Spend')
  await run(job, ['ask', 'Which color?', '--choice', 'Red', '--choice', 'Blue'])
  await ada.post(`/api/sessions/${job.sessionId}/answer`, { answer: 'Red' })
  await ada.patch(`/api/sessions/${job.sessionId}`, { budget: { tokens: 10 } })
  await run(job, ['update', '--usage', 'in=20'])
  const { question } = await read(job)
  expect(question.kind).toBe('budget')
  await ada.post(`/api/sessions/${job.sessionId}/answer`, { answer: question.options[0] })
  expect(await run(job, ['wait'])).toMatchObject({ code: 0, stdout: 'Red\n' })
  const other = await tandem.agent(ada, 'Bert', [boardId])
  const environment = { ...job.environment, TANDEM_TOKEN: other.token ?? '' }
  const refused = await machine.run(['work', 'wait'], { environment })
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('belongs to another agent') })
})

test('a dry run asks nothing and waits for nothing', { meta: { proves: ['cli.work.ask'] } }, async () => {
  const job = await claimed('Try')
  const tried = await run(job, ['ask', 'Which?', '--wait', '--dry-run', '--json'])
  expect(tried).toMatchObject({ code: 0, json: { dryRun: true, complete: false, calls: [{ operation: 'session.post' }] } })
  expect((await read(job)).question).toBeNull()
})

test('what is missing or wrong is said before anything is sent', async () => {
  const job = await claimed('Wrong')
  const before = (await trail(job)).length
  for (const args of [['update'], ['update', '--step', 'begun=Draw'], ['update', '--usage', 'in=-1'], ['update', '--usage', 'words=3']])
    expect(await run(job, args), args.join(' ')).toMatchObject({ code: 2, stdout: '' })
  const { stderr } = await machine.run(['work', 'heartbeat', '--session', job.sessionId])
  expect(stderr).toContain('Add --generation')
  expect(await machine.run(['work', 'progress', 'On'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--session') })
  expect((await trail(job)).length).toBe(before)
  const other = await tandem.agent(ada, 'Other', [boardId])
  const environment = { ...job.environment, TANDEM_TOKEN: other.token ?? '' }
  expect(await machine.run(['work', 'complete', 'Mine'], { environment })).toMatchObject({ code: 5, stdout: '' })
})
