import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { png } from '../attachments/files.ts'
import { startTestService } from '../kit/service.ts'
import { importAtOnce } from './files.ts'

test('the import of a Trello board fetches 500 covers, none of them above 10 MB', {
  meta: { proves: ['limit.imports.covers'] },
}, async () => {
  const image = png(4, 3)
  let asked = 0
  const site = createServer(({ url }, response) => {
    asked += 1
    response.end(url === '/large' ? Buffer.concat([image, Buffer.alloc(10_000_001 - image.length)]) : image)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void site.close())
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const tandem = await startTestService({ environment: { LINK_PREVIEWS: 'private' } })
  onTestFinished(() => tandem.stop())
  const ada = await tandem.register('Ada')
  const cards = Array.from({ length: 502 }, (_, number) => ({
    id: `c${number}`,
    idList: 'l',
    pos: number,
    name: `Card ${number}`,
    cover: { idAttachment: 'a' },
    // The last that is fetched: a cover that is too large counts as 20.
    attachments: [{ id: 'a', name: 'Photo', url: `${at}/${number === 499 ? 'large' : number}` }],
  }))
  const board = JSON.stringify({ name: 'Pump', lists: [{ id: 'l', name: 'To do' }], cards })
  const { report, boardId } = await importAtOnce(tandem, ada, board, 'pump.json')
  expect(report.skipped).toMatchObject([
    { what: 'covers of cards (1)', why: { reason: 'coverTooBig', params: { bytes: 10_000_000 } } },
    { what: 'covers of cards (2)', why: { reason: 'coverTooMany', params: { count: 500, minutes: 5 } } },
  ])
  const { rows } = await tandem.database.pool.query('select count(cover_attachment_id)::int as covers from cards where board_id = $1', [
    boardId,
  ])
  expect([rows, asked]).toEqual([[{ covers: 499 }], 500])
})
