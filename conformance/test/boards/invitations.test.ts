import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { type Mailbox, startMailbox } from '../../src/mailbox.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let mailbox: Mailbox
let world: World
let board: Board
let email: string

beforeAll(async () => {
  mailbox = await startMailbox()
  world = await startWorld({ SMTP_URL: mailbox.url, PUBLIC_URL: 'http://tandem.test' })
})
afterAll(async () => {
  await world?.tandem.stop()
  await mailbox?.stop()
})
beforeEach(async () => {
  board = await makeBoard(world)
  email = `${randomUUID()}@example.com`
})

const invite = (by: Who = world.ada, role = 'viewer' as const) => call(by, 'member.add', { boardId: board.id, email, role })
async function invited(): Promise<string> {
  const answer = await invite()
  return answer.ok && 'inviteUrl' in answer.body ? (answer.body.inviteUrl?.split('/invite/')[1] ?? '') : ''
}
const open = () => allowed(world.ada, 'invitation.list', { boardId: board.id })
const signedOut = () => ({ url: world.tandem.url, headers: {} })
const memberIds = async () => (await allowed(world.ada, 'member.list', { boardId: board.id })).map((member) => member.actorId)

scenario(
  'inviting an unknown address answers the invitation with its link, and mails it',
  ['invitation.create.unknown-email', 'invitation.create.mail'],
  async () => {
    const before = await memberIds()
    const recorded = await board.recorded(async () => {
      const answer = await invite()
      expect([answer.status, answer.ok && answer.body]).toEqual([
        201,
        { actorId: null, email, role: 'viewer', status: 'invited', inviteUrl: expect.stringContaining('http://tandem.test/invite/') },
      ])
      const inviteUrl = answer.ok && 'inviteUrl' in answer.body ? answer.body.inviteUrl : null
      expect(await mailbox.letterTo(email, world.tandem)).toContain(inviteUrl)
    })
    expect([verbsOf(recorded), await memberIds()]).toEqual([['member.invited'], before])
    expect(mailbox.letters.filter(({ to }) => to.includes(email))).toHaveLength(1)
    const known = `${randomUUID()}@example.com`
    await world.tandem.register('Known', { email: known })
    expect(await allowed(world.ada, 'member.add', { boardId: board.id, email: known, role: 'viewer' })).toMatchObject({
      actorId: null,
      email: known,
      status: 'invited',
      inviteUrl: expect.stringContaining('/invite/'),
    })
  },
)

scenario('without a mail server the link alone is the way in', ['invitation.create.no-mail-without-smtp'], async () => {
  const quiet = await startWorld()
  const { id: boardId } = await makeBoard(quiet)
  const answer = await call(quiet.ada, 'member.add', { boardId, email, role: 'member' })
  const inviteUrl = answer.ok && 'inviteUrl' in answer.body ? (answer.body.inviteUrl ?? '') : ''
  expect([answer.status, inviteUrl]).toEqual([201, expect.stringContaining('/invite/')])
  const token = inviteUrl.split('/invite/')[1] ?? ''
  expect(await allowed(quiet.eve, 'invitation.accept', { token })).toMatchObject({ boardId, actorId: quiet.eve.actorId, role: 'member' })
  const { rows } = await quiet.tandem.database.pool.query('select from mails')
  expect(rows).toEqual([])
  await quiet.tandem.stop()
})

scenario(
  'a person with the link sees the invitation without signing in, and joins when signed in',
  ['invitation.lookup.by-token', 'auth.public.invitation-lookup', 'invitation.accept.anonymous', 'invitation.accept.signed-in'],
  async () => {
    const token = await invited()
    expect(await allowed(signedOut(), 'invitation.read', { token })).toMatchObject({
      boardId: board.id,
      boardName: 'Engine',
      email,
      role: 'viewer',
      invitedByName: 'Ada',
    })
    await refused(signedOut(), 'invitation.read', { token: `${token}x` }, 'not_found')
    await refused(signedOut(), 'invitation.accept', { token }, 'unauthorized')
    const { eve } = world
    await refused(eve, 'invitation.accept', { token: `${token}x` }, 'not_found')
    await refused(eve, 'board.tree', { boardId: board.id }, 'not_found')
    expect(await memberIds()).not.toContain(eve.actorId)
    const joined = await allowed(eve, 'invitation.accept', { token })
    expect(joined).toMatchObject({ boardId: board.id, actorId: eve.actorId, role: 'viewer', status: 'active' })
    expect(await allowed(eve, 'member.list', { boardId: board.id })).toContainEqual(
      expect.objectContaining({ actorId: eve.actorId, role: 'viewer' }),
    )
    await refused(eve, 'card.create', { listId: board.lists[0] ?? '', title: 'x' }, 'forbidden')
    const late = as(world.tandem, await world.tandem.register('Late'))
    await refused(late, 'invitation.accept', { token }, 'not_found')
  },
)

scenario(
  'only admins list and revoke the open invitations',
  ['invitation.list.by-admin', 'invitation.revoke.effective', 'invitation.permission.admin'],
  async () => {
    const { ada, mia, vic, robo, eve } = world
    const token = await invited()
    const [invitation, ...more] = await open()
    expect([invitation, more]).toMatchObject([{ boardId: board.id, email, role: 'viewer', invitedByActorId: ada.actorId }, []])
    expect(JSON.stringify(invitation)).not.toContain(token)
    const one = { boardId: board.id, invitationId: invitation?.id ?? '' }
    const recorded = await board.recorded(async () => {
      for (const [by, code] of [
        [mia, 'forbidden'],
        [vic, 'forbidden'],
        [robo, 'forbidden'],
        [eve, 'not_found'],
      ] as const) {
        await refused(by, 'member.add', { boardId: board.id, email, role: 'admin' }, code)
        await refused(by, 'invitation.list', { boardId: board.id }, code)
        await refused(by, 'invitation.revoke', one, code)
      }
    })
    expect([recorded, await open()]).toEqual([[], [invitation]])
    await allowed(signedOut(), 'invitation.read', { token })
    expect((await call(ada, 'invitation.revoke', one)).status).toBe(204)
    expect(await open()).toEqual([])
    const late = as(world.tandem, await world.tandem.register('Late'))
    await refused(late, 'invitation.accept', { token }, 'not_found')
    await refused(signedOut(), 'invitation.read', { token }, 'not_found')
    const inviteToken = token
    const account = { email, name: 'New', password: 'a long passphrase' }
    await refused(signedOut(), 'auth.register', { ...account, inviteToken }, 'not_found')
    expect(await memberIds()).not.toContain(late.actorId)
    const again = await invited()
    expect((await allowed(late, 'invitation.accept', { token: again })).actorId).toBe(late.actorId)
    expect(await open()).toEqual([])
  },
)
