import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let boardId: string
let by: string

beforeAll(async () => {
  world = await startWorld()
  by = world.ada.actorId
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
})

/** An activity of Ada's about the board and no card. */
const told = (verb: string, payload: object) => [{ verb, boardId, cardId: null, actorId: by, payload }]
const unseen = (act: () => Promise<unknown>) => board.recorded(act).then((recorded) => expect(recorded).toEqual([]))

scenario(
  'who joins, changes role or leaves is told once, with the role',
  ['verb.member.added', 'verb.member.role-changed', 'verb.member.removed', 'activity.row.card-id'],
  async () => {
    const { actorId } = world.eve
    const add = () => allowed(world.ada, 'member.add', { boardId, actorId, role: 'viewer' })
    const change = () => allowed(world.ada, 'member.update', { boardId, actorId, role: 'member' })
    const remove = () => allowed(world.ada, 'member.remove', { boardId, actorId })
    await unseen(() => refused(world.mia, 'member.add', { boardId, actorId, role: 'viewer' }, 'forbidden'))
    expect(await board.recorded(add)).toMatchObject(told('member.added', { actorId, role: 'viewer' }))
    expect(await board.recorded(change)).toMatchObject(told('member.role_changed', { actorId, role: 'member' }))
    await unseen(change)
    expect(await board.recorded(remove)).toMatchObject(told('member.removed', { actorId }))
    await unseen(() => refused(world.ada, 'member.remove', { boardId, actorId: by }, 'validation'))
  },
)

scenario(
  'an invitation and its end are told without the link; who accepts it joins',
  ['verb.member.invited', 'verb.member.invitation-revoked', 'verb.member.added'],
  async () => {
    const email = `${randomUUID()}@example.com`
    const links: (string | null | undefined)[] = []
    const invite = async () => {
      const answer = await allowed(world.ada, 'member.add', { boardId, email, role: 'member' })
      if ('inviteUrl' in answer) links.push(answer.inviteUrl)
    }
    const invited = await board.recorded(invite)
    expect(invited).toMatchObject(told('member.invited', { email, role: 'member' }))
    const invitationId = (await allowed(world.ada, 'invitation.list', { boardId }))[0]?.id ?? ''
    await unseen(() => refused(world.mia, 'invitation.revoke', { boardId, invitationId }, 'forbidden'))
    const revoked = await board.recorded(() => allowed(world.ada, 'invitation.revoke', { boardId, invitationId }))
    expect(revoked).toMatchObject(told('member.invitation_revoked', { email }))
    await invite()
    const tokens = links.map((link) => link?.split('/invite/')[1] ?? '')
    expect(tokens.filter((token) => token.length > 10)).toHaveLength(2)
    for (const token of tokens) expect(JSON.stringify([invited, revoked])).not.toContain(token)
    const newcomer = as(world.tandem, await world.tandem.register('Newcomer', { email }))
    const joined = await board.recorded(() => allowed(newcomer, 'invitation.accept', { token: tokens[1] ?? '' }))
    expect(joined).toMatchObject([
      { verb: 'member.added', cardId: null, actorId: newcomer.actorId, payload: { actorId: newcomer.actorId, role: 'member' } },
    ])
  },
)

scenario(
  'a changed profile is told on each board of the member, and on no other',
  ['verb.member.profile-changed', 'activity.payload.previous', 'activity.payload.only-changed'],
  async () => {
    const other = await makeBoard(world)
    await allowed(world.ada, 'member.remove', { boardId: other.id, actorId: world.mia.actorId })
    const rename = (who: Who, name: string) => () => allowed(who, 'me.update', { name })
    const { name: former } = await allowed(world.mia, 'me.get', {})
    const untouched = await other.recorded(async () => {
      const recorded = await board.recorded(rename(world.mia, 'Mia the Second'))
      const { actorId } = world.mia
      expect(recorded).toMatchObject([
        { verb: 'member.profile_changed', cardId: null, actorId, payload: { actorId, name: 'Mia the Second' } },
      ])
      await unseen(rename(world.mia, 'Mia the Second'))
      await unseen(() => refused(world.mia, 'me.update', { name: '' }, 'validation'))
    })
    expect(untouched).toEqual([])
    const actorId = world.robo.actorId
    const recorded = await board.recorded(() => allowed(world.ada, 'agent.update', { agentActorId: actorId, name: 'Robo the Second' }))
    expect(recorded).toMatchObject(told('member.profile_changed', { actorId, name: 'Robo the Second' }))
    await unseen(() => refused(world.mia, 'agent.update', { agentActorId: actorId, name: 'Hers' }, 'not_found'))
    await rename(world.mia, former)()
  },
)

scenario('changed capabilities are told with all of them', ['verb.actor.capabilities-changed'], async () => {
  const actorId = world.robo.actorId
  const change = (capabilities: object) => () => allowed(world.ada, 'agent.update', { agentActorId: actorId, capabilities })
  expect(await board.recorded(change({ mentionable: false }))).toMatchObject(
    told('actor.capabilities_changed', { actorId, capabilities: { delegatable: true, mentionable: false } }),
  )
  await unseen(change({ mentionable: false }))
  expect(await board.recorded(change({ mentionable: true }))).toMatchObject(
    told('actor.capabilities_changed', { actorId, capabilities: { delegatable: true, mentionable: true } }),
  )
})

scenario(
  'a subscription is told of by its id, and its URL and secret stay out of the log',
  ['verb.webhook.created', 'verb.webhook.updated', 'verb.webhook.removed'],
  async () => {
    const url = 'http://127.0.0.1:1025/hidden-path'
    const create = { boardId, url, events: ['card.*'] }
    await unseen(() => refused(world.mia, 'webhook.create', create, 'forbidden'))
    await unseen(() => refused(world.ada, 'webhook.create', { ...create, events: ['card.invented'] }, 'validation'))
    const created = await board.recorded(() => allowed(world.ada, 'webhook.create', create))
    const webhookId = (await allowed(world.ada, 'webhook.list', { boardId }))[0]?.id ?? ''
    const change = (input: object) => board.recorded(() => allowed(world.ada, 'webhook.update', { boardId, webhookId, ...input }))
    const changes = [await change({ active: false }), await change({ url: `${url}/other` }), await change({ rotateSecret: true })]
    const removed = await board.recorded(() => allowed(world.ada, 'webhook.delete', { boardId, webhookId }))
    expect(created).toMatchObject(told('webhook.created', { webhookId }))
    for (const changed of changes) expect(changed).toMatchObject(told('webhook.updated', { webhookId }))
    expect(removed).toMatchObject(told('webhook.removed', { webhookId }))
    expect(JSON.stringify([created, changes, removed])).not.toMatch(/hidden-path|whsec_/)
  },
)
