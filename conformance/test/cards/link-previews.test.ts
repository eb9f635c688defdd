import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let site: Server
let at: string
const asked: string[] = []
/** Answers that the test holds back. */
const held: ServerResponse[] = []

const page = (head: string) => `<!doctype html><html><head>${head}</head><body><title>Not this</title></body></html>`
const pages: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) => response.setHeader('content-type', 'text/html').end(page('<title> A &amp; B\n</title>')),
  '/rich': (response) =>
    response
      .setHeader('content-type', 'text/html; charset=iso-8859-1')
      .end(
        Buffer.from(
          page(
            '<title>Other</title><meta property="og:title" content="Über <b>alles</b>"><meta property="og:site_name" content="Café"><meta name="description" content="What it is.">',
          ),
          'latin1',
        ),
      ),
  '/moved': (response) => response.writeHead(302, { location: '/plain' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/data': (response) => response.setHeader('content-type', 'application/json').end('{"title":"No"}'),
  '/long': (response) => response.setHeader('content-type', 'text/html').end(page(`<title>${'x'.repeat(1_000)}</title>`)),
  '/large': (response) => response.setHeader('content-type', 'text/html').end(page(`<title>Large</title>${' '.repeat(2_000_000)}`)),
  '/late': (response) => response.setHeader('content-type', 'text/html').end(page(`${' '.repeat(600_000)}<title>Late</title>`)),
}

beforeAll(async () => {
  site = createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    if (url.startsWith('/held')) held.push(response)
    else (pages[url] ?? ((missing) => missing.writeHead(404).end()))(response)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  world = await startWorld({ LINK_PREVIEWS: 'private' })
})
afterAll(async () => {
  await world?.tandem.stop()
  site?.close()
})
beforeEach(async () => {
  asked.length = 0
  board = await makeBoard(world)
})

const cardWith = async (...paths: string[]) => (await board.card('One', { description: paths.map((path) => at + path).join('\n\n') })).id
const preview = async (cardId: string, path: string, by: Who = world.vic) =>
  (await allowed(by, 'card.linkPreview', { cardId, url: at + path })).preview
/** Another name for each test, because the cache of previews is shared by all. */
let turn = 0
const fresh = (path: string): string => {
  turn += 1
  const own = `${path}?${turn}`
  pages[own] = pages[path] ?? ((response) => response.writeHead(404).end())
  return own
}

scenario('a page tells its title, site and description', ['link-preview.shown'], async () => {
  const [plain, rich, moved] = [fresh('/plain'), fresh('/rich'), fresh('/moved')]
  const cardId = await cardWith(plain, rich)
  expect(await preview(cardId, plain)).toEqual({ url: at + plain, title: 'A & B', siteName: '127.0.0.1', description: null })
  expect(await preview(cardId, rich)).toEqual({
    url: at + rich,
    title: 'Über <b>alles</b>',
    siteName: 'Café',
    description: 'What it is.',
  })
  await allowed(world.mia, 'comment.create', { cardId, body: `Look: ${at}${moved}` })
  expect((await preview(cardId, moved))?.title).toBe('A & B')
})

scenario('only what a card names is called, and never a private address', ['link-preview.refused'], async () => {
  const own = fresh('/plain')
  const cardId = await cardWith(own)
  await refused(world.vic, 'card.linkPreview', { cardId, url: `${at}/other` }, 'not_found')
  await refused(world.eve, 'card.linkPreview', { cardId, url: at + own }, 'not_found')
  expect((await fetch(`${world.ada.url}/api/cards/${cardId}/link-preview?url=${encodeURIComponent(at + own)}`)).status).toBe(401)
  await refused(world.vic, 'card.linkPreview', { cardId, url: 'file:///etc/passwd' }, 'validation')
  expect(asked).toEqual([])
  // A preview would show all readers of a card what webhooks may reach: so a preview of a private address needs both settings.
  for (const [OUTBOUND_ALLOW_PRIVATE, LINK_PREVIEWS] of [
    ['false', 'private'],
    ['true', 'true'],
  ] as const) {
    const strict = await startWorld({ OUTBOUND_ALLOW_PRIVATE, LINK_PREVIEWS })
    try {
      const there = await (await makeBoard(strict)).card('One', { description: at + own })
      expect(await allowed(strict.vic, 'card.linkPreview', { cardId: there.id, url: at + own })).toEqual({ preview: null })
      expect(asked).toEqual([])
    } finally {
      await strict.tandem.stop()
    }
  }
})

scenario('a page is called once for all who read it', ['link-preview.kept'], async () => {
  const [plain, gone] = [fresh('/plain'), fresh('/gone')]
  const [one, other] = [await cardWith(plain, gone), await cardWith(plain)]
  await Promise.all([preview(one, plain), preview(one, plain, world.ada), preview(other, plain, world.mia)])
  expect([await preview(one, gone), await preview(one, gone)]).toEqual([null, null])
  expect(asked.toSorted()).toEqual([gone, plain].toSorted())
  world.tandem.clock.advance(3_600_001)
  await preview(one, plain)
  await preview(one, gone)
  expect(asked.length).toBe(3)
  world.tandem.clock.advance(7 * 86_400_000)
  await preview(one, plain)
  expect(asked.length).toBe(4)
})

scenario('pages are bounded', ['link-preview.bounded'], async () => {
  const endless = `/${'ü'.repeat(1_500)}`
  expect(await preview(await cardWith(endless), endless)).toBeNull()
  expect(asked).toEqual([])
  const [long, large, late, circle, data] = [fresh('/long'), fresh('/large'), fresh('/late'), fresh('/circle'), fresh('/data')]
  const cardId = await cardWith(long, large, late, circle, data)
  expect((await preview(cardId, long))?.title.length).toBe(300)
  for (const path of [large, late, circle, data]) expect([path, await preview(cardId, path)]).toEqual([path, null])
  expect(asked.filter((path) => path.startsWith('/circle')).length).toBe(4)
  const slow = Array.from({ length: 5 }, (_, place) => `/held${place}`)
  const waiting = await cardWith(...slow)
  const begun = slow.slice(0, 4).map((path) => call(world.vic, 'card.linkPreview', { cardId: waiting, url: at + path }))
  await until(async () => held.length === 4)
  await refused(world.vic, 'card.linkPreview', { cardId: waiting, url: at + (slow[4] ?? '') }, 'unavailable')
  for (const response of held.splice(0)) response.writeHead(404).end()
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

scenario('previews are switched off', ['link-preview.off'], async () => {
  const off = await startWorld({ LINK_PREVIEWS: 'false' })
  try {
    const own = fresh('/plain')
    const card = await (await makeBoard(off)).card('One', { description: at + own })
    expect(await allowed(off.vic, 'card.linkPreview', { cardId: card.id, url: at + own })).toEqual({ preview: null })
    expect(asked).toEqual([])
  } finally {
    await off.tandem.stop()
  }
})
