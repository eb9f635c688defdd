import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createPictureLine } from '../../../packages/server/src/domain/actors/picture-line.ts'
import { png } from '../../../packages/server/test/attachments/files.ts'
import { call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld({ LINK_PREVIEWS: 'private' })
})
afterAll(() => world?.tandem.stop())

const picture = (width: number, height: number) => new File([new Uint8Array(png(width, height))], 'me.png', { type: 'image/png' })

async function shown(who: Who, path: string) {
  const response = await fetch(`${who.url}${path}`, { headers: who.headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), cache: response.headers.get('cache-control'), bytes }
}
/** Width and height, as the first frame of a lossy or lossless WebP says. */
function sizeOf(bytes: Buffer): [number, number] {
  if (bytes.toString('latin1', 12, 16) === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
}

scenario(
  'a picture that is sent becomes a small square, which everyone who is signed in sees until it is removed',
  ['actor.picture.own', 'actor.picture.shown'],
  async () => {
    const { mia, eve } = world
    const board = await makeBoard(world)
    const { avatarUrl } = await allowed(mia, 'me.setAvatar', { file: picture(300, 200) })
    expect(avatarUrl).toMatch(new RegExp(`^/api/actors/${mia.actorId}/avatar\\?v=[0-9a-f]{12}$`))
    const [event] = await allowed(mia, 'board.activity', { boardId: board.id, limit: 1 })
    expect(event).toMatchObject({ verb: 'member.profile_changed', payload: { actorId: mia.actorId, avatarUrl } })
    expect((await board.tree()).members.find(({ actorId }) => actorId === mia.actorId)?.avatarUrl).toBe(avatarUrl)
    // Eve is on no board of Mia's.
    const seen = await shown(eve, avatarUrl ?? '')
    expect(seen).toMatchObject({ status: 200, type: 'image/webp', cache: 'private, max-age=86400' })
    expect(sizeOf(seen.bytes)).toEqual([128, 128])
    expect((await shown(eve, `/api/actors/${mia.actorId}/avatar`)).cache).toBe('private, no-cache')
    expect((await fetch(`${mia.url}${avatarUrl}`)).status).toBe(401)
    await allowed(mia, 'me.update', { avatarUrl: null })
    expect((await shown(eve, avatarUrl ?? '')).status).toBe(404)
    await refused(eve, 'actor.avatar', { actorId: '0198f000-0000-7000-8000-000000000000' }, 'not_found')
  },
)

scenario('the owner of an agent gives it a picture, and nobody else does', ['actor.picture.of-agent'], async () => {
  const agent = await makeAgent(world, 'Painter', [])
  const { avatarUrl } = await allowed(world.ada, 'agent.setAvatar', { agentActorId: agent.actorId, file: picture(64, 64) })
  expect((await shown(world.mia, avatarUrl ?? '')).status).toBe(200)
  await refused(world.mia, 'agent.setAvatar', { agentActorId: agent.actorId, file: picture(8, 8) }, 'not_found')
  expect((await allowed(world.ada, 'agent.list', {})).find(({ id }) => id === agent.actorId)?.avatarUrl).toBe(avatarUrl)
})

scenario('what is no picture, or too large a file, is refused, and the picture stays', ['actor.picture.refused'], async () => {
  const { mia } = world
  const { avatarUrl } = await allowed(mia, 'me.setAvatar', { file: picture(32, 32) })
  const script = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'me.svg', { type: 'image/svg+xml' })
  await refused(mia, 'me.setAvatar', { file: script }, 'unsupported_media_type')
  const half = new File([new Uint8Array(png(400, 400).subarray(0, 60))], 'half.png', { type: 'image/png' })
  await refused(mia, 'me.setAvatar', { file: half }, 'unsupported_media_type')
  const empty = new File([], 'empty.png', { type: 'image/png' })
  await refused(mia, 'me.setAvatar', { file: empty }, 'unsupported_media_type')
  const large = new File([new Uint8Array(10_000_001)], 'large.png', { type: 'image/png' })
  await refused(mia, 'me.setAvatar', { file: large }, 'payload_too_large')
  await refused(mia, 'me.setAvatar', {} as never, 'validation')
  expect((await allowed(mia, 'me.get', {})).avatarUrl).toBe(avatarUrl)
})

scenario('a picture elsewhere is fetched once, by the service, from public addresses', ['actor.picture.elsewhere'], async () => {
  const { mia, eve } = world
  const { at, asked } = await pictureHost()
  expect((await allowed(mia, 'me.update', { avatarUrl: `${at}/me.png` })).avatarUrl).toBe(`${at}/me.png`)
  const { status, bytes } = await shown(eve, `/api/actors/${mia.actorId}/avatar?v=${encodeURIComponent(`${at}/me.png`)}`)
  expect([status, sizeOf(bytes)]).toEqual([200, [128, 128]])
  expect(asked).toEqual(['/me.png'])
  expect((await allowed(mia, 'me.update', { avatarUrl: `${at}/none.png` })).avatarUrl).toBe(`${at}/none.png`)
  expect((await shown(eve, `/api/actors/${mia.actorId}/avatar`)).status).toBe(404)
  // Webhooks may reach this address, but what lies there is not for everyone to see.
  const strict = await startWorld({ OUTBOUND_ALLOW_PRIVATE: 'true' })
  onTestFinished(() => strict.tandem.stop())
  expect((await allowed(strict.mia, 'me.update', { avatarUrl: `${at}/me.png` })).avatarUrl).toBe(`${at}/me.png`)
  expect((await shown(strict.eve, `/api/actors/${strict.mia.actorId}/avatar`)).status).toBe(404)
  expect(asked).toEqual(['/me.png', '/none.png'])
})

scenario('pictures under work are bounded', ['actor.picture.bounded'], async () => {
  const { mia, ada } = world
  const { at, held } = await pictureHost()
  const { avatarUrl } = await allowed(mia, 'me.setAvatar', { file: picture(32, 32) })
  const slow = Array.from({ length: 4 }, (_, place) => call(mia, 'me.update', { avatarUrl: `${at}/held${place}` }))
  await until(async () => held.length === 4)
  const fifth = await call(mia, 'me.setAvatar', { file: picture(16, 16) })
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '2'])
  await refused(mia, 'me.update', { name: 'Other', avatarUrl: `${at}/me.png` }, 'unavailable')
  expect(await allowed(mia, 'me.get', {})).toMatchObject({ name: 'Mia', avatarUrl })
  await allowed(ada, 'me.setAvatar', { file: picture(16, 16) })
  for (const response of held.splice(0)) response.writeHead(404).end()
  expect((await Promise.all(slow)).map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  await allowed(mia, 'me.setAvatar', { file: picture(16, 16) })
  // The line itself, with people and bytes that no test can send at once.
  const line = createPictureLine()
  const forGood = () => new Promise<never>(() => {})
  const enter = (actorId: string, bytes: number) => line.enter(actorId, bytes, forGood)
  for (let place = 0; place < 10; place++) void enter(`one ${place}`, 10_000_000)
  await expect(enter('two', 1)).rejects.toMatchObject({ reason: 'picturesBusy', retryAfterSeconds: 2 })
  for (let place = 0; place < 22; place++) void enter(`two ${place}`, 0)
  await expect(enter('three', 0)).rejects.toMatchObject({ reason: 'picturesBusy' })
})

/** A host of one picture, until the test is over. Answers to /held wait in `held`. */
async function pictureHost() {
  const [asked, held]: [string[], ServerResponse[]] = [[], []]
  const host = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.startsWith('/held')) held.push(response)
    else if (url === '/me.png') response.setHeader('content-type', 'image/png').end(png(20, 40))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void host.close())
  return { at: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, asked, held }
}
