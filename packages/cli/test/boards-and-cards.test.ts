import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '../../server/test/attachments/files.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

let tandem: TestService
let machine: Machine
let ada: Person
let robo: Person
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
  robo = await tandem.agent(ada, 'Robo', [boardId])
  const scopes = ['admin', 'sessions:write', 'tokens:write']
  const { token } = (await ada.post('/api/tokens', { label: 'cli', scopes })).body
  machine = await createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

const run = (...args: string[]): Promise<Ended> => machine.run(args)
const done = async (...args: string[]): Promise<Ended> => {
  const ended = await run(...args)
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}

/** An agent of the board that takes no delegated cards. */
async function deaf(): Promise<{ handle: string }> {
  const agent = (await ada.post('/api/agents', { name: 'Deaf', capabilities: { delegatable: false, mentionable: true } })).body
  await ada.post(`/api/boards/${boardId}/members`, { actorId: agent.id, role: 'member' })
  return agent
}

test('what stands behind -- is no option, also of a command with two words', async () => {
  const made = await done('card', 'create', 'ENG', '--json', '--', '--dry-run must work')
  expect(made.json).toMatchObject({ title: '--dry-run must work' })
  const said = await done('card', 'comment', made.json.key, '--json', '--', '-1', 'from', 'me', '--', '--json')
  expect(said.json).toMatchObject({ body: '-1 from me -- --json' })
  const refused = await run('card', 'create', 'ENG', '--dry must work')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown option') })
  const unknown = await run('card', 'frobnicate', '--', '--x')
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).not.toContain('\0')
})

test('a command line that is wrong is refused with 2; with --json by the envelope of every failure, and nothing else', {
  meta: { proves: ['terminal.json'] },
}, async () => {
  for (const [args, said] of [
    [['board', 'frobnicate'], "unknown command 'frobnicate'"],
    [['card', 'create', 'ENG', 'x', '--dry'], "unknown option '--dry'"],
    [['card', 'list', 'ENG', '--priority', 'huge'], 'Allowed choices are'],
    [['card', 'move', 'ENG-1'], "missing required argument 'list'"],
    [['card', 'list', 'ENG', '--limit', 'many'], '--limit'],
  ] as const) {
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
    const { code, stdout, stderr } = await run(...args, '--json')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'wrong_usage', message: expect.stringContaining(said) } })
    expect(stderr).toContain('--help')
  }
  const { code, stderr } = await run('card', '--json')
  expect([code, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining('a command is missing')])
  expect(await run('card', 'show', '--json', '--help')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Usage: tandem card show'),
  })
})

test('--dry-run says what a command would change, and changes nothing', {
  meta: { proves: ['dry-run.command', 'dry-run.client'] },
}, async () => {
  const { json: card } = await done('card', 'create', 'ENG', 'Tried', '--json')
  await robo.put(`/api/cards/${card.id}/watch`)
  const said = await done('card', 'complete', card.key, '--dry-run')
  expect(said.stdout).toMatch(/^Dry run: nothing was changed\.\nwould record:\n {2}ENG {2}card\.updated {2}\{/)
  const tried = (await done('--dry-run', 'card', 'move', card.key, 'Done', '--json')).json
  expect(tried).toMatchObject({
    dryRun: true,
    complete: true,
    calls: [{ operation: 'card.update', dryRun: true, result: { id: card.id } }],
  })
  expect(tried.calls[0].activities).toMatchObject([{ verb: 'card.moved', cardId: card.id }])
  expect((await ada.get(`/api/cards/${card.id}`)).body.card).toMatchObject({ completedAt: null, version: card.version })
  const copied = (await done('board', 'create', 'Tried', '--prefix', 'TRI', '--dry-run', '--json')).json
  expect(copied.calls[0].result).toMatchObject({ keyPrefix: 'TRI' })
  expect((await done('board', 'list', '--dry-run')).stdout).not.toContain('TRI')
  expect(await run('serve', '--dry-run')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('tandem serve does not support --dry-run'),
  })
  expect(await run('card', 'move', 'ENG-999', 'Done', '--dry-run')).toMatchObject({ code: 3 })
})

test('a command that a runner has started is recorded under its session, and on other boards under none', {
  meta: { proves: ['activity.session.command'] },
}, async () => {
  const cards = []
  for (const title of ['One', 'Two', 'Three']) cards.push((await done('card', 'create', 'ENG', title, '--json')).json)
  const [one, two, other] = cards
  const sessions = []
  for (const { id } of [one, two]) sessions.push((await robo.post(`/api/cards/${id}/sessions`)).body.id)
  const environment = { TANDEM_TOKEN: robo.token ?? '', TANDEM_SESSION: sessions[0] }
  expect(await machine.run(['card', 'comment', other.key, 'Seen'], { environment })).toMatchObject({ code: 0 })
  expect((await ada.get(`/api/cards/${other.id}/activity?limit=1`)).body[0]).toMatchObject({
    verb: 'comment.added',
    sessionId: sessions[0],
  })
  const elsewhere = (await ada.post('/api/boards', { name: 'Elsewhere', keyPrefix: 'ELS', template: 'kanban' })).body.id
  await ada.post(`/api/boards/${elsewhere}/members`, { actorId: robo.actorId, role: 'member' })
  expect(await machine.run(['card', 'create', 'ELS', 'There'], { environment })).toMatchObject({ code: 0 })
  const [created] = (await ada.get(`/api/boards/${elsewhere}/activity?limit=1`)).body
  expect([created.verb, created.sessionId]).toEqual(['card.created', undefined])
  await ada.patch(`/api/boards/${elsewhere}`, { archived: true })
})

describe('boards', () => {
  test('are created, listed and shown, for people and as JSON', {
    meta: { proves: ['cli.board.create', 'cli.board.list', 'cli.board.show'] },
  }, async () => {
    const made = await done('board', 'create', 'Loom', '--prefix', 'loo', '--template', 'kanban', '--json')
    expect(made.json).toMatchObject({ name: 'Loom', keyPrefix: 'LOO', role: 'admin' })
    expect((await done('board', 'list', '--json')).json.map((board: { keyPrefix: string }) => board.keyPrefix).toSorted()).toEqual([
      'ENG',
      'LOO',
    ])
    expect((await done('board', 'list')).stdout).toMatch(/^LOO +Loom +admin +[0-9a-f-]{36}$/m)
    const shown = await done('board', 'show', 'loom')
    expect(shown.stdout).toContain('LOO  Loom')
    expect(shown.stdout).toContain('In progress (0, started)')
    expect(shown.stdout).not.toContain('\u001b')
  })

  test('that are not there are not found, with what there is; several of one name must be told apart', {
    meta: { proves: ['cli.board.show'] },
  }, async () => {
    const missing = await run('board', 'show', 'EN')
    expect(missing).toMatchObject({ code: 3, stdout: '' })
    expect(missing.stderr).toContain('No board is called EN. Did you mean one of these: ENG (Engine)?')
    for (const prefix of ['TWA', 'TWB']) await ada.post('/api/boards', { name: 'Twin', keyPrefix: prefix })
    const several = await run('board', 'show', 'Twin', '--json')
    expect(several.code).toBe(2)
    expect(JSON.parse(several.stderr)).toMatchObject({ error: { code: 'wrong_usage', message: expect.stringContaining('TWA (Twin)') } })
    expect((await done('board', 'show', 'twb')).stdout).toContain('TWB')
  })

  test('go to a file and come back as another board; nothing is written over', {
    meta: { proves: ['cli.board.export', 'cli.board.import'] },
  }, async () => {
    await done('card', 'create', 'ENG', 'Comes along')
    const file = join(machine.home, 'engine.json')
    const wrote = await done('board', 'export', 'ENG', '--output', file, '--json')
    expect(wrote.json).toMatchObject({ file, boardId })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'tandem-board', board: { id: boardId } })
    expect(await run('board', 'export', 'ENG', '--output', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
    const piped = await done('board', 'export', 'ENG', '--output', '-')
    expect(piped.json.cards.map((card: { title: string }) => card.title)).toContain('Comes along')
    const zip = await done('board', 'export', 'ENG', '--files')
    expect(zip.stdout).toContain('ENG.zip')
    expect((await readFile(join(machine.home, 'ENG.zip'))).subarray(0, 2).toString()).toBe('PK')

    const back = await done('board', 'import', file, '--name', 'Engine again', '--json')
    expect(back.json).toMatchObject({ state: 'done', report: { source: 'tandem' } })
    expect((await done('board', 'show', 'Engine again')).stdout).toContain('Comes along')
    const bad = join(machine.home, 'bad.json')
    await writeFile(bad, '{"no": "board"}')
    expect(await run('board', 'import', bad)).toMatchObject({ code: 1, stderr: expect.stringContaining('import') })
    expect(await run('board', 'import', join(machine.home, 'none.json'))).toMatchObject({ code: 3 })
    expect(await run('board', 'import', machine.home)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a file') })
    const nowhere = join(machine.home, 'nowhere')
    expect(await run('board', 'export', 'ENG', '--output', join(nowhere, 'ENG.json'))).toMatchObject({
      code: 1,
      stderr: `Folder ${nowhere} does not exist. Create it, or use another path.\n`,
    })
  })
})

describe('cards', () => {
  test('are created with all that is named, shown, moved, commented on, completed and reopened', {
    meta: { proves: ['cli.card.create', 'cli.card.show', 'cli.card.move', 'cli.card.comment', 'cli.card.complete'] },
  }, async () => {
    const made = await machine.run(
      [
        'card',
        'create',
        'ENG',
        'Log in',
        '--list',
        'In progress',
        '--priority',
        'high',
        '--due',
        '2026-12-24',
        '--assign',
        `@${ada.handle}`,
        '--description',
        '-',
        '--json',
      ],
      { stdin: 'With a **passkey**.\nSoon.\n' },
    )
    expect(made.json).toMatchObject({
      title: 'Log in',
      priority: 'high',
      assigneeActorIds: [ada.actorId],
      description: 'With a **passkey**.\nSoon.',
    })
    const { key } = made.json
    await done('card', 'create', 'ENG', 'Neighbour', '--list', 'Done')
    const moved = await done('card', 'move', key.toLowerCase(), 'done', '--top')
    expect(moved.stdout).toMatch(/→ Done/)
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists.find((list: { name: string }) => list.name === 'Done').cards[0].key).toBe(key)
    await done('card', 'comment', key, 'First', 'words')
    expect(await machine.run(['card', 'comment', key], { stdin: 'from elsewhere\n' })).toMatchObject({ code: 0 })
    expect((await done('card', 'complete', key)).stdout).toContain('done')
    const shown = await done('card', 'show', key)
    for (const text of ['Log in', 'With a **passkey**.', 'First words', 'from elsewhere', `@${ada.handle}`, 'Done', 'high'])
      expect(shown.stdout).toContain(text)
    expect((await done('card', 'complete', key, '--reopen', '--json')).json).toMatchObject([{ key, completedAt: null }])
  })

  test('are listed and searched by what is on them', { meta: { proves: ['cli.card.list', 'cli.card.search'] } }, async () => {
    const { key } = (await done('card', 'create', 'ENG', 'Zebra crossing', '--assign', ada.handle, '--json')).json
    const keys = (ended: Ended) => ended.json.map((card: { key: string }) => card.key)
    expect(keys(await done('card', 'search', 'zebra', 'crossing', '--json'))).toEqual([key])
    expect(keys(await done('card', 'list', 'ENG', '--assignee', 'me', '--json'))).toContain(key)
    expect(keys(await done('card', 'list', 'ENG', '--assignee', 'none', '--json'))).not.toContain(key)
    await done('card', 'complete', key)
    expect(keys(await done('card', 'list', 'ENG', '--json'))).not.toContain(key)
    expect(keys(await done('card', 'list', 'ENG', '--state', 'done', '--limit', '1', '--json'))).toEqual([key])
    expect((await done('card', 'search', 'nosuchword')).stdout).toContain('No cards')
    expect(await run('card', 'list', 'ENG', '--list', 'Nowhere')).toMatchObject({ code: 3, stderr: expect.stringContaining('Done') })
  })

  test('show what others wrote without letting it steer the terminal', { meta: { proves: ['terminal.foreign-text'] } }, async () => {
    const { key } = (await done('card', 'create', 'ENG', 'Evil \u001b[2J\u009b1m \u202eth', '--json')).json
    for (const args of [
      ['card', 'show', key],
      ['card', 'list', 'ENG'],
      ['board', 'show', 'ENG'],
    ]) {
      const { stdout } = await done(...args)
      expect(stdout).toContain('Evil')
      for (const sign of ['\u001b', '\u009b', '\u202e']) expect(stdout).not.toContain(sign)
    }
  })

  test('get a cover and reactions, and a list gets a color', {
    meta: { proves: ['cli.card.cover', 'cli.card.react', 'cli.board.color'] },
  }, async () => {
    const { key, id } = (await done('card', 'create', 'ENG', 'Seen', '--json')).json
    const form = new FormData()
    form.set('file', new File([new Uint8Array(png(8, 8))], 'Screen.png', { type: 'image/png' }))
    const sent = await fetch(`${tandem.url}/api/cards/${id}/attachments`, {
      method: 'POST',
      headers: { cookie: ada.cookie ?? '' },
      body: form,
    })
    const file = (await sent.json()) as { id: string }
    const card = async () => (await ada.get(`/api/cards/${id}`)).body.card
    expect((await done('card', 'cover', key, 'screen.png')).stdout).toContain(`The cover of ${key} is Screen.png.`)
    expect((await card()).coverAttachmentId).toBe(file.id)
    expect(await run('card', 'cover', key, 'other.png')).toMatchObject({ code: 3, stderr: expect.stringContaining('Screen.png') })
    expect((await card()).coverAttachmentId).toBe(file.id)
    await done('card', 'cover', key, 'none')
    expect((await card()).coverAttachmentId).toBeNull()

    expect(await run('card', 'react', key, '👍')).toMatchObject({ code: 3, stderr: expect.stringContaining('no comment') })
    const first = (await done('card', 'comment', key, 'First', '--json')).json
    await done('card', 'comment', key, 'Second')
    expect((await done('card', 'react', key, '👍')).stdout).toContain('👍 1')
    await done('card', 'react', key, '🎉', '--comment', first.id)
    expect((await run('card', 'react', key, 'words')).code).toBe(1)
    const reactions = async () =>
      (await card()).comments.map((comment: { reactions: { emoji: string }[] }) => comment.reactions?.map(({ emoji }) => emoji))
    expect(await reactions()).toEqual([['🎉'], ['👍']])
    await done('card', 'react', key, '👍', '--off')
    expect(await reactions()).toEqual([['🎉'], undefined])

    const color = async () => (await ada.get(`/api/boards/${boardId}/outline`)).body.lists.at(-1).color
    expect((await done('board', 'color', 'ENG', 'Done', 'blue')).stdout).toContain('Done: blue.')
    expect(await color()).toBe('blue')
    expect((await run('board', 'color', 'ENG', 'Done', '12')).code).toBe(1)
    expect(await color()).toBe('blue')
    await done('board', 'color', 'ENG', 'Done', 'none')
    expect(await color()).toBeNull()
  })

  test('are deleted for good once they are archived, with --yes alone', { meta: { proves: ['cli.card.delete'] } }, async () => {
    const { key, id } = (await done('card', 'create', 'ENG', 'Gone', '--json')).json
    expect(await run('card', 'delete', key, '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('archived') })
    await ada.patch(`/api/cards/${id}`, { archived: true })
    expect(await run('card', 'delete', key)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect((await done('card', 'delete', key, '--yes')).stdout).toContain(`Deleted ${key} permanently.`)
    expect((await ada.get(`/api/cards/${id}`)).status).toBe(404)
  })

  test('what an undo has left, and cannot undo yet either, is shown with the reason', {
    meta: { proves: ['cli.session.undo'] },
  }, async () => {
    const { key, id } = (await done('card', 'create', 'ENG', 'Left', '--delegate', 'robo', '--json')).json
    const session = (await robo.get('/api/sessions/mine')).body.find(({ cardId }: { cardId: string }) => cardId === id)
    await robo.patch(`/api/cards/${id}`, { title: 'Right', priority: 'high' })
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'complete', summary: 'Done' })
    await ada.patch(`/api/cards/${id}`, { title: 'Middle' })
    expect((await done('session', 'undo', key, '--yes')).stdout).toContain('stays: title: Someone has changed this since.')
    const stays = /Middle\n +stays: title: Someone has changed this since\.\n\nEvents: 0 undone, 1 left unchanged\./
    expect((await done('session', 'undo', key, '--rest', '--dry-run')).stdout).toMatch(stays)
    const refused = await run('session', 'undo', key, '--rest', '--yes')
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(stays) })
    expect(refused.stderr).toContain('There is nothing to undo.')
  })

  test('a late answer goes to the last question of the session, and the trail names who gave it', {
    meta: { proves: ['cli.session.answer', 'cli.session.trail'] },
  }, async () => {
    const { key } = (await done('card', 'create', 'ENG', 'For Robo', '--delegate', 'robo', '--json')).json
    const { id } = (await robo.get('/api/sessions/mine')).body[0]
    const post = async (body: object) => (await robo.post(`/api/sessions/${id}/events`, body)).body.session
    await post({ op: 'update', state: 'working' })
    await post({ op: 'ask_human', question: 'Tea or coffee?', options: ['Tea', 'Coffee'] })
    expect(await machine.run(['session', 'answer', key], { stdin: '1\n' })).toMatchObject({ code: 0 })
    const { question } = await post({ op: 'ask_human', question: 'Pour it?', kind: 'approval' })
    await post({ op: 'complete', summary: 'Poured' })
    expect(await run('session', 'answer', key, 'approve')).toMatchObject({ code: 1 })
    const { events } = (await robo.get(`/api/sessions/${id}/events?limit=200`)).body
    expect(events.at(-1).body).toMatchObject({ type: 'late_answer', answer: 'approve', questionEventId: question.eventId })
    const { stdout } = await done('session', 'trail', key)
    expect(stdout).toMatch(/answer +Tea +\(@ada\)\n/)
    expect(stdout).toMatch(/log +late answer: approve +\(@ada\)\n/)
  })

  test('are delegated, and their session is listed, shown, answered, followed and stopped', {
    meta: {
      proves: [
        'cli.card.delegate',
        'cli.card.create',
        'cli.session.list',
        'cli.session.show',
        'cli.session.answer',
        'cli.session.stop',
        'cli.session.trail',
        'cli.session.undo',
      ],
    },
  }, async () => {
    const { key, id } = (await done('card', 'create', 'ENG', 'For Robo', '--delegate', 'robo', '--json')).json
    const session = (await robo.get('/api/sessions/mine')).body[0]
    expect(session).toMatchObject({ cardId: id, state: 'queued' })
    const post = (body: object) => robo.post(`/api/sessions/${session.id}/events`, body)
    await post({ op: 'update', state: 'working', statusText: 'reading' })
    expect(await run('session', 'answer', key, 'too early')).toMatchObject({ code: 1, stderr: expect.stringContaining('no open question') })
    await post({ op: 'ask_human', question: 'Tea or coffee?', options: ['Tea', 'Coffee'] })
    expect((await done('session', 'list', '--state', 'awaiting_input', '--json')).json).toMatchObject([{ id: session.id }])
    expect((await done('session', 'show', key)).stdout).toMatch(/agent +@robo\n[^]*Tea or coffee\?\n +1 +Tea\n +2 +Coffee/)
    expect((await done('session', 'answer', key, '1')).stdout).toContain('working')
    // It came too late: the agent gets it, and the command says who was first.
    expect(await run('session', 'answer', key, 'Coffee')).toMatchObject({ code: 1, stderr: expect.stringContaining('answered: Tea') })
    expect((await done('session', 'trail', key, '--json')).stdout).toContain('late_answer')
    await post({
      op: 'ask_human',
      questions: [
        { question: 'Which cup?', options: ['Red', 'Blue'] },
        { question: 'Pour it?', kind: 'approval' },
      ],
    })
    expect(await run('session', 'answer', key, '2')).toMatchObject({ code: 2, stderr: expect.stringContaining('Give 2 answers') })
    expect((await done('session', 'answer', key, '2', 'approve', '--note', 'While it is hot')).stdout).toContain('working')
    expect((await done('session', 'trail', key)).stdout).toMatch(/1\. Blue.*2\. approve.*While it is hot/)
    expect((await done('session', 'stop', session.id)).stdout).toContain('was asked to stop')
    await robo.patch(`/api/cards/${id}`, { priority: 'high' })
    const followed = machine.run(['session', 'trail', key, '--follow', '--json'])
    await post({ op: 'complete', summary: 'Tea is made' })
    const { code, stdout } = await followed
    expect(code).toBe(0)
    const kinds = stdout
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row).kind)
    expect(kinds).toEqual(['state_change', 'state_change', 'question', 'answer', 'log', 'question', 'answer', 'log', 'state_change'])
    expect((await done('session', 'trail', key)).stdout).toContain('Tea is made')
    const priority = async () => (await ada.get(`/api/cards/${id}`)).body.card.priority
    expect((await done('session', 'undo', key, '--dry-run')).stdout).toMatch(/For Robo\n +card\.priority_changed\n\nEvents: 1 undone\./)
    expect(await run('session', 'undo', key)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await priority()).toBe('high')
    expect((await done('session', 'undo', key, '--yes')).stdout).toContain('Undone')
    expect(await priority()).toBe('none')
    const nothingLeft = { code: 1, stderr: expect.stringContaining('is already undone') }
    expect(await run('session', 'undo', key, '--rest', '--yes')).toMatchObject(nothingLeft)
    expect((await done('session', 'undo', key, '--yes', '--json')).json).toMatchObject({ isUndone: false, conflicts: [] })
    expect(await priority()).toBe('high')
    expect((await done('card', 'delegate', key, '--back')).stdout).toContain('no longer delegated')
    expect(await run('card', 'delegate', key)).toMatchObject({ code: 2 })
    for (const refused of [ada.handle, (await deaf()).handle])
      expect(await run('card', 'create', 'ENG', 'For nobody', '--delegate', refused)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`@${refused}`),
      })
    expect((await done('card', 'search', 'For nobody')).stdout).toContain('No cards')
    const { key: other } = (await done('card', 'create', 'ENG', 'Nobody', '--json')).json
    expect(await run('session', 'show', other)).toMatchObject({ code: 3 })
  })
})

describe('what is refused says so by its exit code', () => {
  test('wrong usage 2, not found 3, no service 4, not allowed 5', { meta: { proves: ['terminal.exit-codes'] } }, async () => {
    expect(await run('card', 'show', 'ENG-99999')).toMatchObject({ code: 3 })
    expect(await run('card', 'show', 'what')).toMatchObject({ code: 2, stderr: expect.stringContaining('ENG-12') })
    expect(await run('card', 'list', 'ENG', '--priority', 'huge')).toMatchObject({ code: 2, stderr: expect.stringContaining('urgent') })
    expect(await run('nothing')).toMatchObject({ code: 2 })
    expect(await run('card')).toMatchObject({ code: 2 })
    const reader = (await ada.post('/api/tokens', { label: 'r', scopes: ['boards:read'] })).body.token
    const asReader = { environment: { TANDEM_TOKEN: reader } }
    expect(await machine.run(['card', 'create', 'ENG', 'x'], asReader)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('cards:write'),
    })
    const refused = await machine.run(['card', 'create', 'ENG', 'x', '--json'], asReader)
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'forbidden', details: { requiredScope: 'cards:write' } } })
    const unknown = { environment: { TANDEM_TOKEN: 'kbt_unknown' } }
    expect(await machine.run(['whoami'], unknown)).toMatchObject({ code: 5 })
    expect(await machine.run(['whoami'], { environment: { TANDEM_URL: 'ftp://x' } })).toMatchObject({ code: 2 })
  })
})

test('a session that waits for another card says so, and is started', {
  meta: { proves: ['cli.session.start', 'cli.waits'] },
}, async () => {
  const [blocker, held] = [
    (await done('card', 'create', 'ENG', 'Permit', '--json')).json,
    (await done('card', 'create', 'ENG', 'Dig', '--json')).json,
  ]
  await ada.put(`/api/cards/${blocker.id}/relations/${held.id}`, { kind: 'blocks' })
  await done('card', 'delegate', held.key, 'robo')
  expect((await done('session', 'show', held.key)).stdout).toMatch(new RegExp(`waits +for ${blocker.key}\n`))
  expect((await done('session', 'list', '--card', held.key)).stdout).toContain(`waits for ${blocker.key}`)
  await done('card', 'delegate', blocker.key, 'robo')
  const own = (await robo.get('/api/sessions/mine?state=queued')).body.find((one: any) => one.cardKey === blocker.key)
  await robo.post(`/api/sessions/${own.id}/events`, { op: 'ask_human', question: 'Which permit?' })
  const { stdout } = await done('waits', '--board', 'ENG')
  expect(stdout).toMatch(new RegExp(`Questions\\n +${blocker.key} +@robo asks @ada \\(tier 2\\).* Which permit\\?\\n`))
  expect(stdout).toMatch(new RegExp(`Blocked cards[^]*${held.key} +waits for ${blocker.key} \\(@robo awaiting_input\\)`))
  expect((await done('waits', '--json')).json.questions).toMatchObject([{ cardKey: blocker.key }])
  expect((await done('session', 'start', held.key)).stdout).toBe(`${held.key}: the agent can start.\n`)
  expect((await done('session', 'show', held.key)).stdout).not.toContain(blocker.key)
  expect(await run('session', 'start', held.key)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not waiting for another card'),
  })
})

test('agents are paused and resumed, on a board and one of their own', {
  meta: { proves: ['cli.board.pause', 'cli.board.resume', 'cli.agent.pause', 'cli.agent.resume'] },
}, async () => {
  const paused = async () => (await ada.get(`/api/boards/${boardId}/outline`)).body.agentsPaused
  expect(await run('board', 'pause', 'ENG')).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') })
  expect(await paused()).toBeNull()
  expect((await done('board', 'pause', 'ENG', '--reason', 'Deploy on Friday')).stdout).toContain('Agents are paused on ENG.')
  expect(await paused()).toMatchObject({ by: ada.actorId, reason: 'Deploy on Friday' })
  expect((await done('board', 'show', 'ENG')).stdout).toContain('Agents are paused by @ada: Deploy on Friday')
  expect((await done('board', 'resume', 'ENG')).stdout).toBe('Agents are resumed on ENG.\n')
  expect(await paused()).toBeNull()

  const card = (await done('card', 'create', 'ENG', 'Stop me', '--json')).json
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working' })
  await done('board', 'pause', 'ENG', '--reason', 'Wrong plan', '--stop')
  const { stopRequestedAt, stopRequestedBy } = (await ada.get(`/api/sessions/${session.id}`)).body
  expect(stopRequestedBy).toBe(ada.actorId)
  expect((await done('session', 'show', card.key)).stdout).toMatch(
    new RegExp(`state +working, asked to stop\n +stop +${stopRequestedAt} by @ada\n`),
  )
  await done('board', 'resume', 'ENG')
  await ada.delete(`/api/cards/${card.id}/delegation`)
  expect((await done('session', 'show', session.id)).stdout).toMatch(/state +canceled\n/)
  expect((await done('card', 'show', card.key)).stdout).toMatch(/session +canceled\n/)

  expect((await done('agent', 'pause', 'robo')).stdout).toBe('@robo is paused.\n')
  expect((await done('agent', 'list')).stdout).toMatch(/^@robo +Robo +paused /m)
  expect((await done('agent', 'resume', 'robo', '--json')).json).toMatchObject({ handle: 'robo', pausedAt: null })
})

test('the work of an agent is accepted or sent back', { meta: { proves: ['cli.card.review'] } }, async () => {
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  await ada.patch(`/api/lists/${list.id}`, { acceptance: 'required' })
  const card = (await done('card', 'create', 'ENG', 'Review me', '--json')).json
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  const complete = (sessionId: string) => robo.post(`/api/sessions/${sessionId}/events`, { op: 'complete', summary: 'Fixed.' })
  await complete(session.id)
  for (const args of [[], ['--accept', '--send-back'], ['--send-back']])
    expect(await run('card', 'review', card.key, ...args)).toMatchObject({ code: 2 })
  expect((await done('card', 'show', card.key)).stdout).toMatch(/state +review\n[^]*review +the work of @robo has been waiting since/)
  expect((await done('board', 'show', 'ENG')).stdout).toMatch(/\(\d+, ready, reviewed\)/)
  const back = (await done('card', 'review', card.key, '--send-back', 'It', 'drips.', '--json')).json
  expect(back.session).toMatchObject({ state: 'queued', trigger: { summary: 'It drips.' } })
  await complete(back.session.id)
  expect((await done('card', 'review', card.key, '--accept')).stdout).toBe(`${card.key}  Review me  accepted\n`)
  expect((await run('card', 'review', card.key, '--accept')).stderr).toContain('Ada has already accepted the work')
  await ada.patch(`/api/lists/${list.id}`, { acceptance: 'none' })
})

test('budgets are given to sessions and agents, and shown with what was used', {
  meta: { proves: ['cli.session.budget', 'cli.agent.budget', 'cli.board.budget'] },
}, async () => {
  const { key } = (await done('card', 'create', 'ENG', 'Not for long', '--json')).json
  for (const unfit of ['', 'tokens', 'tokens=0', 'days=3', 'usd=1,minutes=x'])
    expect(await run('card', 'delegate', key, 'robo', '--budget', unfit)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tokens='),
    })
  const { session } = (await done('card', 'delegate', key, 'robo', '--budget', 'tokens=1000, usd=2.5', '--json')).json
  expect(session.budget).toEqual({ tokens: 1_000, costUsd: 2.5 })
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working', usage: { inputTokens: 1_100 } })
  const { stdout } = await done('session', 'show', key)
  expect(stdout).toMatch(/budget +1,100 of 1,000 tokens, 0 of 2\.5 USD\n/)
  expect(stdout).toMatch(/1 +Same budget once more\n +2 +Finish now\n +3 +Stop/)
  expect(await run('session', 'budget', key, 'nothing')).toMatchObject({ code: 2, stderr: expect.stringContaining('tokens=') })
  expect((await done('session', 'budget', key, 'tokens=2000')).stdout).toBe(`${key}: used 1,100 of 2,000 tokens; the session is working.\n`)
  expect((await done('session', 'budget', key, 'none')).stdout).toBe(`${key}: no budget; the session is working.\n`)
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'complete', summary: 'Done' })

  expect((await done('agent', 'budget', 'robo', 'minutes=1.5')).stdout).toBe('@robo: 1.5 minutes per session.\n')
  expect((await done('board', 'budget', 'ENG', 'usd=100,tokens=5000')).stdout).toBe('ENG: 5,000 tokens, 100 USD a month.\n')
  expect((await done('board', 'budget', 'ENG')).stdout).toMatch(
    /^ENG since \d{4}-\d\d-01: 1,100 of 5,000 tokens, [\d.]+ of 100 USD, [\d.]+ minutes\.\n$/,
  )
  expect((await done('board', 'budget', 'ENG', 'none')).stdout).toBe('ENG: no budget a month.\n')
  expect((await done('agent', 'budget', 'robo', 'none')).stdout).toBe('@robo: no budget per session.\n')
})

test('a card is split into sub-cards', { meta: { proves: ['cli.card.split'] } }, async () => {
  const card = (await done('card', 'create', 'ENG', 'Split me', '--json')).json
  expect((await done('card', 'split', card.key, 'Draw it', 'Build it')).stdout).toMatch(/^ENG-\d+ {2}Draw it\nENG-\d+ {2}Build it\n$/)
  const { body: children } = await ada.get(`/api/cards/${card.id}/children`)
  await ada.patch(`/api/cards/${children[0].id}`, { completedAt: '2026-11-01T10:00:00Z' })
  expect((await done('card', 'show', card.key)).stdout).toMatch(/sub-cards +1 of 2 completed/)
})
