import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTextIndex } from '../../src/domain/search/text-index.ts'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

describe('text search', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const search = async (q: string, more: Record<string, string> = {}, by = team.ada) => {
    const { status, body } = await by.get(`/api/search/cards?${new URLSearchParams({ q, ...more })}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const found = async (q: string, more: Record<string, string> = {}) => (await search(q, more)).map((hit: { id: string }) => hit.id)
  const learned = () => team.tandem.service.textIndex.takeIn()

  test('finds words of title, description and comments, all of them and in any order', async () => {
    const id = await team.newCard({ title: 'Calibrate the altimeter', description: 'Before every flight.' })
    await team.bob.post(`/api/cards/${id}/comments`, { body: 'The barometer agrees.' })
    for (const q of ['altimeter', 'FLIGHT', 'barometer', 'flight calibrate', 'altimeter barometer', 'barometer, (flight)!'])
      expect(await found(q), q).toEqual([id])
    for (const q of ['altimeter submarine', 'alti meter', '!!!', "' | 'x", 'altimeter & !flight:*A <-> nothing'])
      expect(await found(q), q).toEqual([])
    const [hit] = await search('barometer')
    expect(hit).toMatchObject({ boardId: team.boardId, boardName: 'Engine', key: `${hit.key.split('-')[0]}-${hit.number}` })
    expect(hit.snippet).toBe('The barometer agrees.')
    expect((await search('flight'))[0].snippet).toBe('Before every flight.')
    expect((await search('altimeter'))[0].snippet).toBe('Calibrate the altimeter')
  })

  test('folds accents and case both ways, in any script', { meta: { proves: ['search.text.folded'] } }, async () => {
    const id = await team.newCard({ title: 'Überprüfe die Straße', description: 'naïve cafe\u0301 ПРИВЕТ 日本' })
    for (const q of ['uberprufe', 'ÜBERPRÜFE', 'strasse', 'naive', 'café', 'CAFE', 'привет', '日本'])
      expect(await found(q), q).toEqual([id])
  })

  test('splits paths, hosts and identifiers into words', async () => {
    const id = await team.newCard({ title: 'Read src/kernelhouse/board_queue.ts at https://wiki.zeppelin.org/a?b=1' })
    for (const q of ['kernelhouse', 'queue', 'zeppelin', 'src/kernelhouse/board_queue.ts', 'wiki.zeppelin.org'])
      expect(await found(q), q).toEqual([id])
  })

  test('takes the last word as a beginning, and only the last', { meta: { proves: ['search.text.folded'] } }, async () => {
    const id = await team.newCard({ title: 'Xylophone orchestra' })
    expect(await found('xylo')).toEqual([id])
    expect(await found('orchestra xyl')).toEqual([id])
    expect(await found('xyl orchestra')).toEqual([])
  })

  test('forgives one edit in a word of five letters or more, and shows exact hits first', {
    meta: { proves: ['search.text.one-edit'] },
  }, async () => {
    const near = await team.newCard({ title: 'Turbine turbines everywhere: turbime' })
    const typo = await team.newCard({ title: 'Replace the compresor', description: 'turbime' })
    const exact = await team.newCard({ title: 'Something else', description: 'its compressor' })
    const short = await team.newCard({ title: 'Four lamp' })
    await learned()
    expect(await found('compressor')).toEqual([exact, typo])
    expect(await found('compresor')).toEqual([typo, exact])
    for (const q of ['conpressor', 'compressr', 'compressorr', 'copmressor', 'compressox', 'compresss'])
      expect(await found(q), q).toContain(exact)
    expect(await found('campresson')).toEqual([])
    expect(await found('lump four')).toEqual([])
    expect(await found('lamp')).toEqual([short])
    expect((await found('turbine'))[0]).toEqual(near)
    expect((await search('conpressor its')).map((hit: { snippet: string }) => hit.snippet)).toEqual(['its compressor'])
  })

  test('words that only begin alike, however many, keep out none that is one edit away as a whole', async () => {
    const whole = await team.newCard({ title: 'komet' })
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
    await team.newCard({ title: 'Alike', description: letters.map((letter) => `comea${letter}x`).join(' ') })
    await learned()
    expect(await found('comet')).toContain(whole)
  })

  test('forgives an edit in any script', async () => {
    const id = await team.newCard({ title: 'Справочник Ευρετήριο' })
    await learned()
    for (const q of ['спровочник', 'спраочник', 'Ευρετηριω', 'правочник справочник', 'Еυρετήριο', 'εβρετηριο ε'])
      expect(await found(q), q).toEqual([id])
    expect(await found('спровачник')).toEqual([])
  })

  test('the index holds the last text, however many take in at once while it changes', async () => {
    const { textIndex } = team.tandem.service
    const other = createTextIndex(team.tandem.database)
    const id = await team.newCard({ title: 'Pendulum' })
    await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        await team.ada.patch(`/api/cards/${id}`, { title: `Pendulum swing${at}` })
        await Promise.all([textIndex.takeIn(), other.takeIn()])
      }),
    )
    const [hit] = await search('pendulum')
    expect(await found(hit.title.split(' ')[1])).toEqual([id])
  })

  test('forgets what was edited away, deleted or erased', async () => {
    const id = await team.newCard({ title: 'Quagmire', description: 'Quicksand' })
    const comment = (await team.bob.post(`/api/cards/${id}/comments`, { body: 'Quartzite' })).body
    await team.ada.patch(`/api/cards/${id}`, { title: 'Meadow' })
    expect([await found('quagmire'), await found('meadow'), await found('quicksand')]).toEqual([[], [id], [id]])
    await team.ada.patch(`/api/cards/${id}`, { description: 'Gravel', title: 'Heath' })
    expect([await found('quicksand'), await found('gravel'), await found('heath')]).toEqual([[], [id], [id]])
    await team.bob.patch(`/api/comments/${comment.id}`, { body: 'Feldspar' })
    expect([await found('quartzite'), await found('feldspar')]).toEqual([[], [id]])
    await team.bob.delete(`/api/comments/${comment.id}`)
    expect(await found('feldspar')).toEqual([])
  })

  test('resolves a key first, in any case, before cards that mention it; the other conditions hold for it too', {
    meta: { proves: ['search.text.key-first'] },
  }, async () => {
    const id = await team.newCard({ title: 'Vocal' })
    const { key, number } = (await team.ada.get(`/api/cards/${id}`)).body.card
    const mentions = await team.newCard({ title: `See ${key}`, description: `${key} ${key}` })
    for (const q of [key, key.toLowerCase(), ` ${key} `]) expect(await found(q), q).toEqual([id, mentions])
    expect(await found(key, { sort: 'updated' })).toEqual([id, mentions])
    const first = await team.ada.get(`/api/search/cards?q=${key}&limit=1`)
    expect(first.body.map((hit: { id: string }) => hit.id)).toEqual([id])
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await team.ada.get(next)).body.map((hit: { id: string }) => hit.id)).toEqual([mentions])
    expect(await found(key, { completed: 'true' })).toEqual([])
    expect((await search(`${key}`, {}, team.stranger)).length).toBe(0)
    expect(number).toBeGreaterThan(0)
  })

  test('takes twelve words; further ones are left out', { meta: { proves: ['limit.search.words'] } }, async () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve'
    const id = await team.newCard({ title: `Count ${words}` })
    const eleven = words.split(' ').slice(0, 11).join(' ')
    expect(await found(`${eleven} count absent`)).toEqual([id])
    expect(await found(`${eleven} absent`)).toEqual([])
  })

  test('ranks the title before the description before comments', { meta: { proves: ['search.text.ranked'] } }, async () => {
    const comment = await team.newCard({ title: 'c' })
    await team.bob.post(`/api/cards/${comment}/comments`, { body: 'gyroscope' })
    const description = await team.newCard({ title: 'd', description: 'gyroscope' })
    const title = await team.newCard({ title: 'gyroscope' })
    await team.newCard({ title: 'unrelated' })
    const again = await team.newCard({ title: 'e', description: 'gyroscope' })
    expect(await found('gyroscope')).toEqual([title, again, description, comment])
  })

  test('takes the longest texts there may be, and finds what stands in them', async () => {
    const words = Array.from({ length: 14_000 }, (_, at) => `w${at.toString(36)}x`)
      .join(' ')
      .slice(0, 99_990)
    const id = await team.newCard({ title: 'Long', description: `${words} zanzibar` })
    expect(await found('zanzibar')).toEqual([id])
    expect((await team.bob.post(`/api/cards/${id}/comments`, { body: '𠀀'.repeat(49_000) })).status).toBe(201)
    expect((await team.bob.post(`/api/cards/${id}/comments`, { body: '﷽ '.repeat(40_000) })).status).toBe(201)
    expect((await team.bob.post(`/api/cards/${id}/comments`, { body: '㍿ '.repeat(45_000) })).status).toBe(201)
  })

  test('while nothing can be taken in, searches find what was, and leave others their connections', async () => {
    const before = await team.newCard({ title: 'Periscope' })
    expect(await found('periscope')).toEqual([before])
    const holder = await team.tandem.database.pool.connect()
    try {
      await holder.query('select pg_advisory_lock(7263002)')
      const later = await team.newCard({ title: 'Periscope again' })
      const searches = Array.from({ length: 30 }, () => found('periscope'))
      expect((await team.ada.get(`/api/cards/${later}`)).status).toBe(200)
      expect(await Promise.all(searches)).toEqual(searches.map(() => [before]))
      await holder.query('select pg_advisory_unlock(7263002)')
      expect(new Set(await found('periscope'))).toEqual(new Set([before, later]))
    } finally {
      holder.release(true)
    }
  })
})
