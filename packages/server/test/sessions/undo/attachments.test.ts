import { afterAll, beforeAll, expect, test } from 'vitest'
import { download, png } from '../../attachments/files.ts'
import type { Person } from '../../kit/service.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'

/** Undoing an agent's acts on attachments: files are kept for 30 days, where no read finds them. */
let team: Team
beforeAll(async () => {
  team = await startTeam({ environment: { ATTACHMENT_BOARD_QUOTA_BYTES: '20000' } })
})
afterAll(() => team?.stop())

const headersOf = ({ token, cookie }: Person): Record<string, string> =>
  token === null ? { cookie: cookie ?? '' } : { authorization: `Bearer ${token}` }

/** A card of a board of its own; Robo is at work on another card there. */
async function scene() {
  const board = created(await team.ada.post('/api/boards', { name: 'Files', template: 'kanban' }))
  for (const { actorId } of [team.bob, team.robo]) await team.ada.post(`/api/boards/${board.id}/members`, { actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${board.id}`)).body.lists[0].id
  const cardId = created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'Card' })).id as string
  const sessionId = await team.delegate(created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'Work' })).id)
  await team.post(sessionId, { op: 'update', state: 'working' })
  const inSession = { 'x-session-id': sessionId }
  const send = (by: Person, name: string, bytes: Buffer | string): Promise<Response> => {
    const form = new FormData()
    const type = name.endsWith('.png') ? 'image/png' : 'text/plain'
    form.append('file', new File([new Uint8Array(Buffer.from(bytes))], name, { type }))
    const headers = { ...headersOf(by), ...(by === team.robo && inSession) }
    return fetch(`${team.tandem.url}/api/cards/${cardId}/attachments`, { method: 'POST', headers, body: form })
  }
  return {
    boardId: board.id as string,
    cardId,
    async add(by: Person, name: string, bytes: Buffer | string): Promise<string> {
      const answer = await send(by, name, bytes)
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { attachmentId: string }).attachmentId
    },
    tryToAdd: async (by: Person, name: string, bytes: Buffer) => (await send(by, name, bytes)).status,
    async remove(id: string, by = team.robo) {
      expect((await by.delete(`/api/attachments/${id}`, undefined, by === team.robo ? inSession : {})).status).toBe(204)
    },
    patch: async (body: object, by = team.robo) =>
      expect((await by.patch(`/api/cards/${cardId}`, body, by === team.robo ? inSession : {})).status).toBe(200),
    end: async () => expect((await team.post(sessionId, { op: 'complete', summary: 'Done' })).status).toBe(200),
    async undo(): Promise<{ undone: string[]; conflicts: object[] }> {
      const { status, body } = await team.bob.post(`/api/sessions/${sessionId}/undo`)
      expect(status).toBe(200)
      return body
    },
    async see() {
      const { body } = await team.ada.get(`/api/cards/${cardId}`)
      const { attachments, attachmentCount, coverAttachmentId } = body.card
      return { attachments, count: attachmentCount, cover: coverAttachmentId }
    },
  }
}

const read = (id: string, more = '') =>
  download({ service: team.tandem } as never, { headers: headersOf(team.ada) }, `/api/attachments/${id}${more}`)
const query = async (text: string, values: unknown[]) => (await team.tandem.database.pool.query(text, values)).rows
/** The files of a card: the attached ones, and the removed ones. */
const filesOf = async (cardId: string): Promise<string[]> =>
  (
    await query('select file_key from attachments where card_id = $1 union select file_key from removed_attachments where card_id = $1', [
      cardId,
    ])
  ).map((row) => row.file_key)
const kept = async (keys: string[]) => (await query('select from files where kept and key = any ($1)', [keys])).length
const removedRows = async (cardId: string) => (await query('select from removed_attachments where card_id = $1', [cardId])).length

test('what was attached goes, and what was taken off comes back with its bytes, author and cover; and the other way round', {
  meta: { proves: ['undo.attachments'] },
}, async () => {
  const it = await scene()
  const image = png(40, 30)
  const [words, cover] = [await it.add(team.bob, 'words.txt', 'All of it'), await it.add(team.ada, 'cover.png', image)]
  await it.patch({ coverAttachmentId: cover }, team.ada)
  await team.tandem.service.workers.thumbnails.runOnce()
  const before = await it.see()
  await it.remove(words)
  await it.remove(cover)
  const added = await it.add(team.robo, 'added.png', png(20, 20))
  await it.patch({ coverAttachmentId: added })
  await it.end()
  const after = await it.see()
  expect([after.attachments.length, after.count, after.cover]).toEqual([1, 1, added])
  for (const id of [words, cover]) expect((await read(id)).status).toBe(404)
  expect((await team.ada.get(`/api/boards/${it.boardId}/export`)).text).not.toContain('"name":"words.txt"')

  const undone = await it.undo()
  expect(undone.conflicts).toEqual([])
  expect(await it.see()).toEqual(before)
  expect((await read(words)).bytes.toString()).toBe('All of it')
  expect((await read(cover)).bytes).toEqual(image)
  expect((await read(cover, '?thumbnail=320')).status).toBe(200)
  expect((await read(added)).status).toBe(404)

  expect((await it.undo()).conflicts).toEqual([])
  expect(await it.see()).toEqual(after)
  expect((await read(added)).bytes).toEqual(png(20, 20))
  expect((await it.undo()).conflicts).toEqual([])
  expect(await it.see()).toEqual(before)
})

test('what is kept is swept with its file after 30 days; then, and after a person took it off, it is listed', {
  meta: { proves: ['undo.attachments', 'undo.attachments.kept'] },
}, async () => {
  const it = await scene()
  const [gone, link] = [await it.add(team.bob, 'gone.txt', 'soon'), await it.add(team.bob, 'other.txt', 'by hand')]
  await it.remove(gone)
  await it.remove(link, team.bob)
  await it.end()
  const files = await filesOf(it.cardId)
  const age = (by: string) =>
    query('update removed_attachments set removed_at = removed_at - $1::interval where card_id = $2', [by, it.cardId])
  await age('29 days 23 hours')
  await team.tandem.service.workers.retention.runOnce()
  expect([await removedRows(it.cardId), await kept(files)]).toEqual([1, 1])
  await age('1 hour')
  const listed = { conflicts: [{ cardId: it.cardId, because: 'attachment', reason: 'undoAttachment' }], undone: [] }
  expect(await it.undo()).toMatchObject(listed)
  await team.tandem.service.workers.retention.runOnce()
  expect([await removedRows(it.cardId), await kept(files)]).toEqual([0, 0])
  expect(await it.undo()).toMatchObject(listed)
})

test('an image that somebody has made the cover since stays; a card that is gone takes what is kept along', {
  meta: { proves: ['undo.attachments'] },
}, async () => {
  const it = await scene()
  const [added, old] = [await it.add(team.robo, 'added.png', png(20, 20)), await it.add(team.bob, 'old.png', png(9, 9))]
  await it.patch({ coverAttachmentId: old }, team.bob)
  await it.remove(old)
  await it.end()
  await it.patch({ coverAttachmentId: added }, team.bob)
  const { conflicts, undone } = await it.undo()
  expect(conflicts).toMatchObject([
    { because: 'changed_since', field: 'coverAttachmentId' },
    { because: 'in_use', reason: 'undoInUse' },
  ])
  expect(undone).toHaveLength(1)
  const seen = await it.see()
  expect([seen.count, seen.cover]).toEqual([2, added])
  await it.undo()
  const files = await filesOf(it.cardId)
  expect([await removedRows(it.cardId), await kept(files)]).toEqual([1, 2])
  await it.patch({ archived: true }, team.ada)
  expect((await team.ada.delete(`/api/cards/${it.cardId}`)).status).toBeLessThan(300)
  expect([await removedRows(it.cardId), await kept(files)]).toEqual([0, 0])
  const left = (await it.undo()).conflicts.map(({ because }: any) => because)
  expect(left).toEqual(['changed_since', 'card_deleted', 'card_deleted'])
})

test('what is kept never stands in the way of a file: the first that were taken off make room', {
  meta: { proves: ['undo.attachments.kept'] },
}, async () => {
  const it = await scene()
  const bytes = Buffer.alloc(8_000)
  const first = await it.add(team.bob, 'first.txt', bytes)
  await it.remove(first)
  const second = await it.add(team.bob, 'second.txt', bytes)
  await it.remove(second)
  expect(await removedRows(it.cardId)).toBe(2)
  await it.add(team.bob, 'third.txt', bytes)
  expect(await removedRows(it.cardId)).toBe(1)
  // An upload of an agent does not displace files of people.
  expect(await it.tryToAdd(team.robo, 'fourth.txt', bytes)).toBe(413)
  expect(await removedRows(it.cardId)).toBe(1)
  await it.end()
  expect((await it.undo()).conflicts).toMatchObject([{ because: 'attachment' }])
  expect((await it.see()).attachments.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual(['second.txt', 'third.txt'])
})
