import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { png } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { download, exported, finished, importAtOnce, sendFile } from './files.ts'

/** A site with images, as the file of Trello names it. */
let site: Server
let at: string
let tandem: TestService
let ada: Person
const asked: string[] = []
const held: ServerResponse[] = []

const image = png(640, 480)
const isLeased = async () => {
  const { rowCount } = await tandem.database.pool.query('select from imports where due_at >= $1', [new Date(tandem.clock.now() + 7_000)])
  return rowCount === 1
}
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/image.png': (response) => response.end(image),
  '/other.png': (response) => response.end(image),
  '/third.png': (response) => response.end(image),
  '/moved': (response) => response.writeHead(302, { location: '/image.png' }).end(),
  '/slow': async (response) => {
    tandem.clock.advance(6_000)
    // By this clock the import has a lease of eight seconds: without its renewal, another attempt would begin.
    await until(isLeased)
    response.writeHead(302, { location: '/slow' }).end()
  },
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/inward': (response) => response.writeHead(302, { location: `${at}/image.png` }).end(),
  '/private': (response) => response.writeHead(401).end(image),
  '/page': (response) => response.setHeader('content-type', 'image/png').end('<!doctype html><script>alert(1)</script>'),
  '/drawing': (response) => response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/large': (response) => response.end(Buffer.concat([image, Buffer.alloc(20_000)])),
  '/gone': (response) => response.writeHead(404).end(),
  '/held': (response) => void held.push(response),
}

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    answers[request.url ?? '']?.(response)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site?.close())
beforeEach(() => {
  asked.length = 0
  held.length = 0
})

async function start(environment: Record<string, string>, options: Partial<Parameters<typeof startTestService>[0]> = {}) {
  tandem = await startTestService({ environment: { ATTACHMENT_MAX_BYTES: '20000', ...environment }, ...options })
  ada = await tandem.register('Ada')
}

const attachment = { name: 'Photo', idMember: 'ben', date: '2024-03-01T10:00:00.000Z', isUpload: true }

/** A board with a card for each address, whose cover it is. A short id names the attachment, as in boards of templates. */
const boardWith = (...urls: readonly string[]) =>
  JSON.stringify({
    name: 'Pump',
    lists: [{ id: 'l', name: 'To do' }],
    members: [{ id: 'ben', fullName: 'Ben Ode' }],
    cards: urls.map((url, number) => ({
      id: `c${number}`,
      idList: 'l',
      pos: number,
      name: `Card ${number}`,
      cover: { idAttachment: 'hVRlWC', url },
      attachments: [
        { ...attachment, id: 'hVRlWC', url },
        { ...attachment, id: 'other', name: 'Other', url: `${at}/not-asked`, isUpload: false },
      ],
    })),
  })

async function imported(...paths: readonly string[]) {
  const body = await importAtOnce(tandem, ada, boardWith(...paths.map((path) => (path.includes(':') ? path : at + path))), 'pump.json')
  expect(body).toMatchObject({ state: 'done', report: { created: { cards: paths.length, attachments: paths.length * 2 } } })
  expect(await brokenIn(tandem.database)).toEqual([])
  const tiles = (await ada.get(`/api/boards/${body.boardId}`)).body.lists[0].cards
  const cards = await Promise.all(tiles.map(async ({ id }: { id: string }) => (await ada.get(`/api/cards/${id}`)).body.card))
  return { cards, skipped: coversIn(body.report), boardId: body.boardId }
}

type Skipped = { what: string; why: { reason: string } }[]
const coversIn = ({ skipped }: { skipped: Skipped }) => skipped.filter(({ what }) => what.startsWith('covers'))
const reasons = (skipped: Skipped) => skipped.map(({ what, why }) => [what, why.reason]).toSorted()
const linksOf = (cards: { attachments: { kind: string }[]; coverAttachmentId: string | null }[]) =>
  cards.map(({ attachments, coverAttachmentId }) => [...attachments.map(({ kind }) => kind).toSorted(), coverAttachmentId])
const leftOver = async () => (await tandem.database.pool.query('select key from files where not kept')).rowCount

describe('the import of a Trello board', () => {
  afterEach(() => tandem?.stop())

  test('fetches the covers of cards: they are attached images with the author and date of the file', {
    meta: { proves: ['transfer.trello.covers'] },
  }, async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { cards, skipped, boardId } = await imported(...Array(6).fill('/image.png'), '/moved')
    expect(skipped).toEqual([])
    expect(asked.toSorted()).toEqual([...Array(7).fill('/image.png'), '/moved'])
    for (const card of cards) {
      const [link, cover] = card.attachments.toSorted((one: any, other: any) => one.kind.localeCompare(other.kind)).toReversed()
      expect(cover).toMatchObject({ kind: 'file', name: 'Photo', contentType: 'image/png', sizeBytes: image.length })
      expect(cover.imported).toEqual({ authorName: 'Ben Ode', createdAt: attachment.date })
      expect([card.coverAttachmentId, link.name]).toEqual([cover.id, 'Other'])
    }
    const [{ coverAttachmentId }] = cards
    await tandem.service.workers.thumbnails.runOnce()
    const small = await download(tandem, ada, `/api/attachments/${coverAttachmentId}?thumbnail=320`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await exported(tandem, ada, boardId)).cards).toHaveLength(7)
    await until(async () => (await leftOver()) === 0)
  })

  test('takes the cover of a card from its first entry: that of a second card with the same id keeps its link', async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const board = JSON.parse(boardWith(`${at}/image.png`, `${at}/other.png`, `${at}/third.png`))
    for (const card of board.cards) card.id = 'c'
    board.cards[2].cover.idAttachment = board.cards[2].attachments[0].id = 'another'
    const { boardId, report } = await importAtOnce(tandem, ada, JSON.stringify(board), 'pump.json')
    expect([report.created.cards, coversIn(report)]).toEqual([1, []])
    const [card] = (await exported(tandem, ada, boardId)).cards
    const images = card.attachments.filter(({ kind }: { kind: string }) => kind === 'file')
    expect([asked, images.map(({ id }: { id: string }) => id)]).toEqual([['/image.png'], [card.coverAttachmentId]])
    expect(card.attachments).toHaveLength(6)
  })

  test('keeps the link where there is no image, and reports why, by reason', {
    meta: { proves: ['transfer.trello.covers'] },
  }, async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { cards, skipped } = await imported('/private', '/page', '/drawing', '/large', '/gone', '/circle', '/image.png')
    expect(linksOf(cards.slice(0, -1))).toEqual(cards.slice(0, -1).map(() => ['link', 'link', null]))
    expect(cards.at(-1).coverAttachmentId).not.toBeNull()
    expect(reasons(skipped)).toEqual([
      ['covers of cards (1)', 'coverSignIn'],
      ['covers of cards (1)', 'coverTooBig'],
      ['covers of cards (2)', 'coverNoImage'],
      ['covers of cards (2)', 'coverUnreached'],
    ])
    await until(async () => (await leftOver()) === 0)
  })

  test('gives an address ten seconds, redirects included', { meta: { proves: ['limit.imports.covers'] } }, async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { skipped } = await imported('/slow')
    expect([asked, reasons(skipped)]).toEqual([['/slow', '/slow'], [['covers of cards (1)', 'coverUnreached']]])
  })

  test('asks a site that did not answer in time twice for no more covers, and goes on with others', {
    meta: { proves: ['limit.imports.covers'] },
  }, async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const other = at.replace('127.0.0.1', 'localhost')
    const { cards, skipped } = await imported(...Array(9).fill('/slow'), `${other}/image.png`)
    expect(cards.at(-1).coverAttachmentId).not.toBeNull()
    expect(reasons(skipped)).toEqual([
      ['covers of cards (4)', 'coverUnreached'],
      ['covers of cards (5)', 'coverSlow'],
    ])
  })

  test('calls no private address, not even through a redirect', {
    meta: { proves: ['transfer.trello.covers'] },
  }, async () => {
    const { port } = new URL(at)
    // The operator permits one name, which redirects to the address behind it.
    const resolve = async () => ['127.0.0.1']
    await start({ OUTBOUND_ALLOW_PRIVATE: 'false', OUTBOUND_ALLOWED: 'site.test', LINK_PREVIEWS: 'private' }, { resolve })
    const { skipped } = await imported('/image.png', `http://site.test:${port}/inward`, 'http://169.254.169.254/latest')
    expect(reasons(skipped)).toEqual([['covers of cards (3)', 'coverBlocked']])
    expect(asked).toEqual(['/inward'])
  })

  test('calls no port that is not allowed, and says that address or port is why', async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { skipped } = await imported('http://127.0.0.1:22/image.png')
    const reason = 'calls to their addresses or ports are not allowed, so the cards link to them'
    expect(skipped).toMatchObject([{ what: 'covers of cards (1)', reason, why: { reason: 'coverBlocked' } }])
  })

  test('calls only public addresses by default, whatever webhooks may reach', async () => {
    await start({})
    expect(reasons((await imported('/image.png')).skipped)).toEqual([['covers of cards (1)', 'coverBlocked']])
    expect(asked).toEqual([])
  })

  test('calls no address with LINK_PREVIEWS=false', { meta: { proves: ['transfer.trello.covers'] } }, async () => {
    await start({ LINK_PREVIEWS: 'false' })
    const { cards, skipped } = await imported('/image.png', '/image.png')
    expect(reasons(skipped)).toEqual([['covers of cards (2)', 'coverOff']])
    expect([linksOf(cards), asked]).toEqual([cards.map(() => ['link', 'link', null]), []])
  })

  test('stays within the quotas of the board and of the person', async () => {
    for (const [setting, reason] of [
      ['ATTACHMENT_BOARD_QUOTA_BYTES', 'boardFull'],
      ['ATTACHMENT_PERSON_QUOTA_BYTES', 'personFull'],
    ]) {
      await start({ LINK_PREVIEWS: 'private', [setting as string]: String(image.length * 2) })
      const { cards, skipped } = await imported(...Array(6).fill('/image.png'))
      expect(cards.filter((card: any) => card.coverAttachmentId !== null)).toHaveLength(2)
      expect(reasons(skipped)).toEqual([['covers of cards (4)', reason]])
      await until(async () => (await leftOver()) === 0)
      if (reason === 'boardFull') await tandem.stop()
    }
  })

  test('fetches at most four at a time, and after five minutes no more', { meta: { proves: ['limit.imports.covers'] } }, async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { body } = await sendFile(tandem, ada, boardWith(...Array(9).fill(`${at}/held`)), 'pump.json')
    await until(() => {
      tandem.clock.advance(1_000)
      return held.length === 4
    })
    tandem.clock.advance(300_000)
    for (const response of held) response.end(image)
    const { report } = await finished(tandem, ada, body.importId)
    expect(reasons(coversIn(report))).toEqual([['covers of cards (5)', 'coverTooMany']])
    expect(asked).toHaveLength(4)
  })

  test.for<{ environment: Record<string, string>; pages: number }>([
    { environment: { LINK_PREVIEWS: 'private' }, pages: 3 },
    { environment: { LINK_PREVIEWS: 'false' }, pages: 1 },
    { environment: { LINK_PREVIEWS: 'private', ATTACHMENT_BOARD_QUOTA_BYTES: String(image.length) }, pages: 2 },
  ])('ends a page after four covers only while covers are fetched: $environment', async ({ environment, pages }) => {
    await start(environment)
    const { boardId } = await imported(...Array(9).fill('/image.png'))
    // Each page is one transaction.
    const written = 'select count(distinct xmin::text)::int as pages from attachments where board_id = $1'
    expect((await tandem.database.pool.query(written, [boardId])).rows).toEqual([{ pages }])
  })

  test('hands itself back at once when its instance stops, and the next one fetches them again, each once', async () => {
    await start({ LINK_PREVIEWS: 'private' })
    const { body } = await sendFile(tandem, ada, boardWith(`${at}/held`, `${at}/image.png`), 'pump.json')
    await until(() => {
      tandem.clock.advance(1_000)
      return held.length === 1
    })
    await tandem.service.workers.imports.stop()
    expect((await ada.get(`/api/imports/${body.importId}`)).body).toMatchObject({ state: 'queued' })
    answers['/held'] = answers['/image.png'] as (typeof answers)[string]
    onTestFinished(() => {
      answers['/held'] = (response) => void held.push(response)
    })
    tandem.service.workers.imports.start()
    const { boardId, report } = await finished(tandem, ada, body.importId)
    expect(coversIn(report)).toEqual([])
    const { cards } = await exported(tandem, ada, boardId)
    expect(cards.map((card: any) => card.attachments.length)).toEqual([2, 2])
    expect(asked.filter((path) => path === '/held')).toHaveLength(2)
    await tandem.service.workers.boardRemoval.runOnce()
    await until(async () => (await leftOver()) === 0)
    const { rows } = await tandem.database.pool.query("select count(*)::int as files from attachments where kind = 'file'")
    expect(rows).toEqual([{ files: 2 }])
    expect(await brokenIn(tandem.database)).toEqual([])
  })
})
