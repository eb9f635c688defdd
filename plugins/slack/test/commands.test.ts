import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { beginHolding } from '../../../packages/server/test/kit/database.ts'
import type { Person } from '../../../packages/server/test/kit/service.ts'
import { channelId, grace, lin, startWorld, type World, wholeText } from './fixture/world.ts'

/** `/tandem`, the shortcut and links. Specification: decisions §5. */
let world: World
let gracePerson: Person
let linPerson: Person
const [quiet, foreign] = ['C0QUIET', 'C0FOREIGN']

beforeAll(async () => {
  const channels = [{ channelId }, { channelId: quiet, verbs: ['agent_session.*'], commands: false }, { channelId: 'C0DENIED' }]
  world = await startWorld({ boards: [{ name: 'default', keyPrefix: 'ENG', channels, allow: [channelId, quiet] }] })
  for (const id of [quiet, foreign, 'C0DENIED']) world.slack.channel(id)
  const { boardId } = world.boards[0]!
  gracePerson = await world.tandem.register('Grace')
  linPerson = await world.tandem.register('Lin')
  await world.ada.post(`/api/boards/${boardId}/members`, { actorId: gracePerson.actorId, role: 'member' })
  await world.ada.post(`/api/boards/${boardId}/members`, { actorId: linPerson.actorId, role: 'viewer' })
})
afterAll(() => world.stop())

const run = async (text: string, user = grace, channel = channelId) => {
  const answer = await world.hear(world.slack.command(user, channel, text))
  expect(answer.status).toBe(200)
  return world.whisper(user)
}
const titles = async () => {
  const { lists } = (await world.ada.get(`/api/boards/${world.boards[0]?.boardId}`)).body
  return lists.flatMap((list: { cards: { title: string }[] }) => list.cards.map(({ title }) => title))
}

describe('/tandem', () => {
  test('needs a linked account for what shows or changes the board; help needs none', async () => {
    expect(await run('')).toContain('/tandem create')
    for (const text of ['create A card', 'search card', 'my work']) expect(await run(text)).toContain('/connect/')
    expect(await titles()).toEqual([])
    await world.confirm(grace, gracePerson)
  })

  test('create makes a card, once, with its message in the channel', async () => {
    const request = world.slack.command(grace, channelId, 'create Fix the &lt;b&gt; login')
    for (let time = 0; time < 3; time++) await world.hear(request)
    expect(await titles()).toEqual(['Fix the <b> login'])
    expect(world.whisper(grace)).toMatch(/ENG-1.* was created in /)
    const made = await world.message('Fix the &lt;b&gt; login')
    expect(made.threadTs).toBeUndefined()
    await world.ada.post(`/api/cards/${(await world.ada.get('/api/cards/by-key/ENG-1')).body.card.id}/comments`, { body: 'Seen' })
    expect((await world.message('> Seen')).threadTs).toBe(made.ts)
    expect(world.slack.messages.filter(({ threadTs }) => threadTs === undefined)).toHaveLength(1)
  })

  test('a title that is too long is cut between characters; what the board does not take is said to the one who asked', async () => {
    expect(await run(`create ${'a'.repeat(498)}😀😀😀`)).toContain('was created in')
    expect((await titles()).at(-1)).toMatch(/^a{498}.…$/)
    expect(await run('create a\0b')).toMatch(/The card was not created: /)
    expect(await titles()).toHaveLength(2)
    await world.ada.patch(`/api/cards/${(await world.ada.get('/api/cards/by-key/ENG-2')).body.card.id}`, { archived: true })
  })

  test('search and my work show the board to its members alone', async () => {
    expect(await run('search login')).toContain('ENG-1')
    expect(await run('search nothing-of-the-kind')).toContain('No card')
    await world.ada.post(`/api/cards/${(await world.ada.get('/api/cards/by-key/ENG-1')).body.card.id}/assignees`, {
      actorId: gracePerson.actorId,
    })
    expect(await run('my work')).toContain('ENG-1')
  })

  test('a viewer makes no card, and sees what they may see', async () => {
    await run('search login', lin)
    await world.confirm(lin, linPerson)
    expect(await run('create Not mine', lin)).toContain('read-only')
    expect(await run('search login', lin)).toContain('ENG-1')
    expect(await titles()).toHaveLength(1)
  })

  test('who left the board can do nothing more here', async () => {
    await world.ada.delete(`/api/boards/${world.boards[0]?.boardId}/members/${linPerson.actorId}`)
    const answer = await run('search login', lin)
    expect(answer).not.toContain('ENG-1')
    expect(await run('create Not mine', lin)).not.toContain('was created in')
    expect(await titles()).toHaveLength(1)
  })

  test('a channel that is not mapped, not granted, or without commands is told so at once', async () => {
    for (const channel of [foreign, quiet, 'C0DENIED']) {
      const answer = await world.hear(world.slack.command(grace, channel, 'create Elsewhere'))
      expect(JSON.parse(answer.text)).toMatchObject({ response_type: 'ephemeral', text: expect.stringContaining('No Tandem board') })
    }
    expect(await titles()).toHaveLength(1)
  })
})

test('the shortcut makes a card of a message, quoted: a mention in it wakes no agent', async () => {
  const robo = await world.tandem.agent(world.ada, 'Robo', [world.boards[0]!.boardId])
  const message = world.slack.say('U0BOB', channelId, `The export is broken &amp; slow\n@${robo.handle} look at &lt;it&gt;`)
  const request = world.slack.messageShortcut(grace, message, 'create_card')
  for (let time = 0; time < 2; time++) await world.hear(request)
  const { card } = (await world.ada.get('/api/cards/by-key/ENG-3')).body
  expect(card).toMatchObject({ title: 'The export is broken & slow', sessions: [] })
  expect(card.description).toContain('https://acme.slack.com/archives/')
  expect(card.description).toContain(`> @\u200b${robo.handle} look at <it>`)
  expect(await titles()).toHaveLength(2)
  await world.hear(world.slack.messageShortcut(grace, message, 'another_shortcut'))
  expect(await titles()).toHaveLength(2)
})

test('a link to a card shows the card, in a channel of its board alone', async () => {
  const own = `${world.tandem.url}/cards/eng-1`
  const deep = `${world.tandem.url}/boards/${world.boards[0]?.boardId}/cards/ENG-3`
  await world.hear(
    world.slack.linkShared(channelId, [own, deep, 'https://elsewhere.example/cards/ENG-1', `${world.tandem.url}/cards/ENG-99`]),
  )
  expect(Object.keys(world.slack.unfurls[0] ?? {})).toEqual([own, deep])
  expect(JSON.stringify(world.slack.unfurls[0])).toContain('login')
  await world.hear(world.slack.linkShared(foreign, [own]))
  expect(world.slack.unfurls).toHaveLength(1)
})

test('a channel hears the verbs that it wants, as one thread for each card', async () => {
  const robo = await world.tandem.agent(world.ada, 'Robo Two', [world.boards[0]!.boardId])
  const { id } = await world.card('Posted there only when an agent works')
  await world.ada.post(`/api/cards/${id}/delegation`, { agentActorId: robo.actorId })
  const session = await world.message('was asked to work on this', quiet)
  await world.ada.post(`/api/cards/${id}/comments`, { body: 'not for the quiet channel' })
  await world.message('not for the quiet channel')
  await world.idle()
  const there = world.slack.messages.filter(({ channel }) => channel === quiet)
  expect(there.map(({ threadTs }) => threadTs)).toEqual([undefined, there[0]?.ts])
  expect(session.threadTs).toBe(there[0]?.ts)
  expect(world.slack.messages.filter(({ channel }) => channel === 'C0DENIED')).toEqual([])
})

test('a channel without the bot, or gone, holds up none of the others; Slack asks for patience or loses its answer: each message once', async () => {
  world.slack.channel(quiet, { hasBot: false })
  world.slack.answerNext('lost', 'rate_limited', 'server_error', 'internal_error', 'lost')
  const { id } = await world.card('Through the storm')
  await world.message('Through the storm')
  world.slack.answerNext('lost', 'lost')
  await world.ada.post(`/api/cards/${id}/comments`, { body: 'In the storm' })
  await world.message('In the storm')
  await world.idle()
  const holding = (text: string) => world.slack.messages.filter((message) => wholeText(message).includes(text))
  expect([holding('Through the storm').length, holding('In the storm').length]).toEqual([1, 1])
})

test('a message that someone deleted in Slack comes back when there is news; without the right to read, nothing is lost', async () => {
  const { id } = await world.card('Deleted once')
  world.slack.delete(await world.message('Deleted once'))
  world.slack.grant(['chat:write', 'commands'])
  await world.ada.patch(`/api/cards/${id}`, { priority: 'urgent' })
  await vi.waitFor(async () => expect(wholeText(await world.message('Deleted once'))).toContain('urgent'), { timeout: 60_000 })
})

test('Slack gets its answer in time while its own API hangs and while Tandem does; what was asked is done after', async () => {
  const before = (await titles()).length
  const ask = async (title: string) => {
    // The double hangs up after three seconds, as Slack does.
    expect((await world.slack.send(world.url(), world.slack.command(grace, channelId, `create ${title}`))).status).toBe(200)
  }
  world.slack.answerNext('hung')
  for (const title of ['One', 'Two', 'Three']) await ask(title)
  await vi.waitFor(() => expect(world.slack.hangUp()).toBe(1), { timeout: 60_000 })
  await world.idle()

  const blocker = await world.tandem.database.pool.connect()
  await blocker.query(beginHolding)
  await blocker.query('select id from boards where id = $1 for update', [world.boards[0]?.boardId])
  for (const title of ['Four', 'Five']) await ask(title)
  await blocker.query('rollback')
  blocker.release()
  await world.idle()
  expect((await titles()).slice(before)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
})

test('create puts the card into the backlog, else into what is ready, else into the first list', async () => {
  const lists = async () => (await world.ada.get(`/api/boards/${world.boards[0]?.boardId}`)).body.lists
  const [first, second] = await lists()
  const put = async (categories: [string, string]) => {
    for (const [at, { id }] of [first, second].entries())
      expect((await world.ada.patch(`/api/lists/${id}`, { category: categories[at] })).status).toBe(200)
  }
  const made = async (title: string) => {
    await run(`create ${title}`)
    const holds = ({ cards }: { cards: { title: string }[] }) => cards.some((card) => card.title === title)
    return (await lists()).find(holds)?.id
  }
  await put(['ready', 'backlog'])
  expect(await made('Later')).toBe(second.id)
  await put(['none', 'ready'])
  expect(await made('Soon')).toBe(second.id)
  await put(['none', 'none'])
  expect(await made('Anything')).toBe(first.id)
  await put([first.category, second.category])
})
