import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { download, importFile } from './files.ts'

test('an import leaves out a file for which there is no room any more once its page is written (F109)', {
  meta: { proves: ['config.quota.uploads'] },
}, async () => {
  const tandem = await startTestService({ environment: { ATTACHMENT_PERSON_QUOTA_BYTES: '1000' } })
  onTestFinished(() => tandem.stop())
  const ada = await tandem.register('Importer')
  const { id } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const [list] = (await ada.get(`/api/boards/${id}`)).body.lists
  const cardId = (await ada.post(`/api/lists/${list.id}/cards`, { title: 'Card' })).body.id
  const form = new FormData()
  form.append('file', new Blob(['x'.repeat(400)]), 'x.txt')
  const sent = await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, {
    method: 'POST',
    headers: { cookie: ada.cookie ?? '' },
    body: form,
  })
  const { id: attached } = (await sent.json()) as { id: string }
  const archive = await download(tandem, ada, `/api/boards/${id}/export?attachments=1`)
  const other = new pg.Client(tandem.address)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  const lock = `hashtextextended('uploadBytes ${ada.actorId}', 0)`
  await other.query(`select pg_advisory_xact_lock(${lock})`)
  const importing = importFile(tandem, ada, archive.bytes, 'board.zip')
  const waits = `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
  let isOver = false
  void importing.finally(() => (isOver = true))
  await until(async () => isOver || (await other.query(waits)).rowCount === 1)
  // Another upload of the same person got the lock first.
  await other.query('update attachments set size_bytes = 900 where id = $1', [attached])
  await other.query('commit')
  const { report } = await importing
  expect(report.error).toBeNull()
  expect(JSON.stringify(report)).toContain('personFull')
  const { rows } = await tandem.database.pool.query('select count(*)::int as files from attachments where created_by = $1', [ada.actorId])
  expect(rows).toEqual([{ files: 1 }])
  // The archive itself is deleted after the report.
  const leftOver = async () => (await tandem.database.pool.query('select from files where not kept and not doomed')).rowCount
  await expect.poll(leftOver).toBe(0)
})
