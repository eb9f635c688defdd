import type { FieldRow } from '../../db/rows.ts'
import { beginningOf } from '../../kernel/beginning.ts'
import { addressOf, handleOf, type Loose, listOf, nameOf, objectOf, objectsOf, refOf, refsOf, textOf, timeOf } from './clean.ts'
import type { Entry, Note, Source } from './entries.ts'
import { mostKeptBytes, partsOf } from './json-parts.ts'
import type { ReadBytes } from './open-source.ts'
import { onceEach } from './report.ts'

/**
 * The JSON export of a Trello board: lists, labels, members by name, custom fields, cards, checklists, attachments by their address,
 * comments; what else happened becomes imported history. Nothing is fetched from Trello.
 */
export function trelloSource(readBytes: ReadBytes): Pick<Source, 'kind' | 'read'> {
  return { kind: 'trello', read: (note) => readBoard(readBytes, note) }
}

async function* readBoard(readBytes: ReadBytes, note: Note): AsyncGenerator<Entry> {
  const before = await whatCardsReferTo(readBytes)
  yield boardOf(before)
  yield* labelsOf(before)
  yield* fieldsOf(before, note)
  for (const list of before.lists) yield* listEntry(list)
  const severalChecklists = new Set<string>()
  const names = new Map(before.members.map((member) => [refOf(member.id), nameOf(member.fullName, 200)]))
  const noteOnce = onceEach(note)
  for await (const { value } of partsOf(readBytes(), { cards: 'elements' })) {
    const card = objectOf(value)
    noteWhatStays(card, noteOnce)
    if (refsOf(card.idChecklists).length > 1) severalChecklists.add(refOf(card.id))
    yield* cardEntries(card, before, names, note)
  }
  for await (const checklist of inOrder(checklistsOf(readBytes), severalChecklists)) yield* itemsOf(checklist, severalChecklists, noteOnce)
  for await (const { value } of partsOf(readBytes(), { actions: 'elements' })) yield* actionEntries(objectOf(value))
}

type Before = { board: Loose; labels: Loose[]; lists: Loose[]; members: Loose[]; customFields: Loose[]; choices: Map<string, string> }
const small = ['labels', 'lists', 'members', 'customFields'] as const
const mostOfEach = 10_000

async function whatCardsReferTo(readBytes: ReadBytes): Promise<Before> {
  const found: Before = { board: {}, labels: [], lists: [], members: [], customFields: [], choices: new Map() }
  const wanted = {
    name: 'value',
    desc: 'value',
    labels: 'elements',
    lists: 'elements',
    members: 'elements',
    customFields: 'elements',
  } as const
  for await (const { of, value } of partsOf(readBytes(), wanted, mostKeptBytes)) {
    const group = small.find((each) => each === of)
    if (group === undefined) found.board[of] = value
    else if (found[group].length < mostOfEach) found[group].push(objectOf(value))
  }
  return found
}

function boardOf({ board, members }: Before): Entry {
  const people = members.map((member) => ({
    ...{ ref: refOf(member.id), name: nameOf(member.fullName, 200) || nameOf(member.username, 200) },
    ...{ handle: handleOf(member.username), actorId: null, role: 'member' as const },
  }))
  const texts = { name: nameOf(board.name, 200) || 'Imported from Trello', description: textOf(board.desc, 100_000) }
  return { what: 'board', ...texts, agentGuidance: '', keyPrefix: null, people }
}

/** `green_dark` → green: ours have no shades. */
function colorOf(color: unknown): string {
  const name = typeof color === 'string' ? color.split('_')[0] : undefined
  return name !== undefined && /^[a-z]{1,30}$/.test(name) ? name : 'gray'
}

/** Labels without a name are called by their colour. */
function* labelsOf({ labels }: Before): Generator<Entry> {
  for (const label of labels) {
    const color = colorOf(label.color)
    yield { what: 'label', ref: refOf(label.id), name: nameOf(label.name, 200) || color, color }
  }
}

const fieldTypes: ReadonlyMap<unknown, FieldRow['type']> = new Map(
  Object.entries({ text: 'text', number: 'number', date: 'date', checkbox: 'checkbox', list: 'select' }),
)

function* fieldsOf({ customFields, choices }: Before, note: Note): Generator<Entry> {
  for (const field of customFields) {
    const type = fieldTypes.get(field.type)
    const name = nameOf(field.name, 200)
    for (const option of objectsOf(field.options)) choices.set(refOf(option.id), nameOf(objectOf(option.value).text, 100))
    const options = [...new Set(objectsOf(field.options).map((option) => choices.get(refOf(option.id)) ?? ''))].filter(
      (text) => text !== '',
    )
    if (type === undefined || name === '' || (type === 'select' && options.length === 0))
      note(`custom field ${JSON.stringify(name)}`, 'it has no name, choices or type that there is here')
    else yield { what: 'field', ref: refOf(field.id), name, type, options: type === 'select' ? options : null }
  }
}

function* listEntry(list: Loose): Generator<Entry> {
  const limit = Number(objectOf(list).softLimit)
  yield {
    ...{ what: 'list', ref: refOf(list.id), name: nameOf(list.name, 200) || 'List', order: Number(list.pos) || 0 },
    wipLimit: Number.isInteger(limit) && limit >= 1 && limit <= 10_000 ? limit : null,
    archivedAt: list.closed === true ? (timeOf(list.dateClosed) ?? 'now') : null,
  }
}

function* cardEntries(card: Loose, { choices }: Before, names: Map<string, string>, note: Note): Generator<Entry> {
  const ref = refOf(card.id)
  const title = nameOf(card.name, 500)
  const lastTouched = timeOf(card.dateLastActivity)
  const due = timeOf(card.due)
  yield {
    ...{ what: 'card', ref, listRef: refOf(card.idList), order: Number(card.pos) || 0 },
    number: typeof card.idShort === 'number' ? card.idShort : null,
    ...{ title: title || '(no title)', description: textOf(card.desc, 100_000), priority: 'none' },
    ...{ startAt: timeOf(card.start), dueAt: due },
    completedAt: card.dueComplete === true ? (timeOf(card.dateCompleted) ?? lastTouched ?? due ?? 'now') : null,
    archivedAt: card.closed === true ? (timeOf(card.dateClosed) ?? lastTouched ?? 'now') : null,
    ...{ archivedWithList: false, createdAt: timeInId(ref), authorName: names.get(refOf(card.idMemberCreator)) ?? null },
    ...{ assigneeRefs: refsOf(card.idMembers), assigneeNames: [], labelRefs: refsOf(card.idLabels) },
    values: objectsOf(card.customFieldItems).map((item) => ({ fieldRef: refOf(item.idCustomField), value: valueOf(item, choices) })),
  }
  for (const attachment of objectsOf(card.attachments)) {
    const url = addressOf(attachment.url)
    const name = nameOf(attachment.name, 255)
    if (url === null) note(`attachment ${JSON.stringify(name)} of ${JSON.stringify(title)}`, 'its address is not http or https')
    else yield { what: 'link', cardRef: ref, name: name || beginningOf(url, 255), url }
  }
  if (listOf(card.stickers).length > 0) note(`stickers of ${JSON.stringify(title)}`, 'there are none here')
}

/** What there is no place for here, noted once for all cards. */
function noteWhatStays(card: Loose, noteOnce: Note): void {
  if (listOf(card.idMembersVoted).length > 0 || Number(objectOf(card.badges).votes) > 0) noteOnce('votes', 'there are none here')
  const { idAttachment, idUploadedBackground, color } = objectOf(card.cover)
  if ([idAttachment, idUploadedBackground, color].some((cover) => typeof cover === 'string'))
    noteOnce('covers of cards', 'there are none here')
  if (listOf(card.pluginData).length > 0) noteOnce('what Power-Ups keep on cards', 'only they can read it')
}

/** An id of Trello begins with the second in which it was made. */
function timeInId(ref: string): string | null {
  if (!/^[0-9a-f]{24}$/.test(ref)) return null
  return new Date(Number.parseInt(ref.slice(0, 8), 16) * 1_000).toISOString()
}

function valueOf(item: Loose, choices: Map<string, string>): unknown {
  if (item.idValue !== null && item.idValue !== undefined) return choices.get(refOf(item.idValue))
  const value = objectOf(item.value)
  if (value.text !== undefined) return value.text
  if (value.number !== undefined) return Number(value.number)
  if (value.checked !== undefined) return value.checked === 'true' || value.checked === true
  return value.date
}

async function* checklistsOf(readBytes: ReadBytes): AsyncGenerator<Loose> {
  for await (const { value } of partsOf(readBytes(), { checklists: 'elements' })) yield objectOf(value)
}

/** Of what is waited for, to be put in its order; there is seldom more of it than a few kilobytes. */
const mostWaitingLength = 8 * 1_048_576

/** A file holds them in no order. Those of cards with several wait for each other. */
async function* inOrder(checklists: AsyncIterable<Loose>, severalChecklists: ReadonlySet<string>): AsyncGenerator<Loose> {
  const waiting: Loose[] = []
  let length = 0
  for await (const checklist of checklists) {
    if (severalChecklists.has(refOf(checklist.idCard))) length += JSON.stringify(checklist).length
    if (!severalChecklists.has(refOf(checklist.idCard)) || length > mostWaitingLength) yield checklist
    else waiting.push(checklist)
  }
  yield* waiting.toSorted((a, b) => (Number(a.pos) || 0) - (Number(b.pos) || 0))
}

/** A card has one checklist here: with several, each item says which it was of. */
function* itemsOf(checklist: Loose, severalChecklists: ReadonlySet<string>, note: Note): Generator<Entry> {
  const cardRef = refOf(checklist.idCard)
  const name = nameOf(checklist.name, 100)
  const prefix = severalChecklists.has(cardRef) && name !== '' ? `${name}: ` : ''
  if (prefix === '' && name !== '' && name.toLowerCase() !== 'checklist')
    note(`name of the checklist ${JSON.stringify(name)}`, 'the one checklist of a card has no name here')
  const items = objectsOf(checklist.checkItems).toSorted((a, b) => (Number(a.pos) || 0) - (Number(b.pos) || 0))
  for (const item of items) {
    const text = nameOf(`${prefix}${textOf(item.name, 2_000)}`, 500)
    if (text === '') continue
    if (timeOf(item.due) !== null) note('due dates of checklist items', 'only cards have one here')
    const doneAt = item.state === 'complete' ? 'now' : null
    yield { what: 'checklistItem', cardRef, text, doneAt, assigneeRef: refOf(item.idMember) || null }
  }
}

function* actionEntries(action: Loose): Generator<Entry> {
  const data = objectOf(action.data)
  const cardRef = refOf(objectOf(data.card).id) || refOf(data.idCard) || null
  const creator = objectOf(action.memberCreator)
  const author = nameOf(creator.fullName, 200) || nameOf(creator.username, 200) || null
  const at = timeOf(action.date)
  if (action.type === 'commentCard' && cardRef !== null) {
    const body = textOf(data.text, 100_000).trim()
    if (body !== '') yield { what: 'comment', cardRef, body, authorName: author, createdAt: at, editedAt: timeOf(data.dateLastEdited) }
  } else {
    yield { what: 'history', at, actorName: author, verb: `trello.${nameOf(action.type, 100) || 'unknown'}`, cardRef, payload: data }
  }
}
