import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
let tandem: TestService
let ada: Person
beforeAll(async () => { tandem = await startTestService(); ada = await tandem.register('Ada') })
afterAll(() => tandem?.stop())
test('poison texts', async () => {
  const { id } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const listId = (await ada.get(`/api/boards/${id}`)).body.lists[0].id
  let n = 0
  const distinct = (len: number, alphabet: string[]) => { let s = ''; let i = 0; while (s.length < 99_900) { let k = i++; let w = ''; for (let j = 0; j < len; j++) { w += alphabet[k % alphabet.length]; k = Math.floor(k / alphabet.length) } s += w + ' ' } return s.slice(0, 99_990).toWellFormed() }
  const texts: Record<string, string> = {
    long: 'x'.repeat(100_000), cjk: '表'.repeat(100_000), fdfa: 'ﷺ'.repeat(100_000), fdf2: 'ﷲ'.repeat(100_000), fdf2x: Array.from({ length: 140 }, (_, i) => 'ﷲ'.repeat(250 + i % 9) + String.fromCodePoint(0x4e00 + i)).join(' ').slice(0, 100_000),
    distinct3: distinct(3, Array.from({ length: 60 }, (_, i) => String.fromCodePoint(0x4e00 + i))),
    distinctF: distinct(6, Array.from({ length: 20 }, (_, i) => i < 10 ? 'ﷲ' : String.fromCodePoint(0x4e00 + i))),
    fdfaDistinct: distinct(3, ['ﷺ', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'ﷻ', 'h', 'i', 'j', 'k', 'l', 'm']),
    ligature: distinct(5, ['㍿', '㌀', '㌃', '㍐', '㌫', '㌻', '㋿', '㌘', '㌟']),
    emoji: distinct(2, Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x20000 + i))),
    combining: 'a' + '\u0301'.repeat(99_990), tag: '\u{E0041}'.repeat(49_000), bs: `\\'`.repeat(40_000), quotes: `'a:*&|!' <-> `.repeat(5000), nums: Array.from({ length: 14_000 }, (_, i) => String(i)).join(' '),
    url: 'http://a.b/' + 'c/'.repeat(40_000), email: 'a@b.c'.repeat(19_000), tags: '<a href="'.repeat(10_000), ent: '&amp;'.repeat(19_000), hyph: 'a-'.repeat(49_000), hyph2: Array.from({ length: 9000 }, (_, i) => 'ab' + i + '-cd').join('-').slice(0, 100_000),
  }
  for (const [name, description] of Object.entries(texts)) {
    const c = await ada.post(`/api/lists/${listId}/cards`, { title: `poison ${name}`, description })
    const t0 = performance.now()
    const s = await ada.get(`/api/search/cards?q=poison`)
    const ms = Math.round(performance.now() - t0)
    const q = await ada.get(`/api/search/cards?q=${encodeURIComponent(description.slice(0, 200))}`)
    console.log('TEXT', name, c.status, 'search', s.status, s.body?.length, ms + 'ms', 'q', q.status, s.status >= 500 ? JSON.stringify(s.body).slice(0, 200) : '')
    if (s.status >= 500) { try { await tandem.service.workers.textReading?.stop?.() } catch {} ; await tandem.database.pool.query('delete from unread_texts') }
  }
}, 120_000)
test('field numbers etc', async () => {
  const { id } = (await ada.post('/api/boards', { name: 'Engine2', template: 'kanban' })).body
  const listId = (await ada.get(`/api/boards/${id}`)).body.lists[0].id
  const card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'x' })).body
  const f = (await ada.post(`/api/boards/${id}/fields`, { name: 'n', type: 'number' })).body
  for (const v of ['1e308', '-0', '1e-400', '5e-324', '123456789012345678901234567890']) {
    const r = await fetch(`${tandem.url}/api/cards/${card.id}/fields/${f.id}`, { method: 'PUT', headers: { cookie: ada.cookie!, 'content-type': 'application/json' }, body: `{"value": ${v}}` })
    const s = await ada.get(`/api/search/cards?field.${f.id}=${v}`)
    console.log('NUM', v, r.status, (await r.text()).slice(0, 80), s.status, s.body?.length)
  }
  const d = (await ada.post(`/api/boards/${id}/fields`, { name: 'd', type: 'date' })).body
  for (const v of ['2026-01-01Tx+00:00', '9999-12-31T23:59:59-14:00', '2026-01-01T00:00:00 (()Z']) console.log('DATE', v, JSON.stringify((await ada.put(`/api/cards/${card.id}/fields/${d.id}`, { value: v })).body).slice(0, 100))
  for (const due of ['9999-12-31..', '..0001-01-01', '0000-01-01..', '2026-01-01T00:00:00Z..2026-01-02', '9999-12-31T23:59:59.999Z..9999-12-31T23:59:59.999Z', '0001-01-01..0001-01-01']) { const s = await ada.get(`/api/search/cards?due=${due}`); console.log('DUE', due, s.status) }
  for (const v of ['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', '0000-12-31T23:59:59-14:00']) { const s = await ada.patch(`/api/cards/${card.id}`, { dueAt: v }); console.log('DUEAT', v, s.status, s.body?.dueAt) }
  for (const since of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00Z']) for (const p of [`/api/boards/${id}/activity`, `/api/cards/${card.id}/activity`, `/api/cards/${card.id}/comments`]) { const s = await ada.get(`${p}?since=${encodeURIComponent(since)}`); console.log('SINCE', since, p.slice(-10), s.status) }
})
