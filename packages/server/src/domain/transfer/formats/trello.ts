import { because, leftOut, noAttributes } from '@tandem/contract'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import { addressOf, handleOf, type Loose, listOf, nameOf, objectOf, objectsOf, refOf, refsOf, textOf, timeOf } from './clean.ts'
import { type Entry, type Note, plainBoard, plainList, type Source } from './entries.ts'
import { memberNames, mostKeptBytes, partsOf } from './json-parts.ts'
import type { ReadBytes } from './open-source.ts'
import { onceEach } from './report.ts'
import { boardMembersLeftOut, noteLeftOut } from './trello-left-out.ts'

/**
 * The JSON export of a Trello board: lists, labels, members by name, custom fields, cards, checklists, attachments by their address,
 * comments; what else happened becomes imported history. Only the images of covers are fetched, by the import (fetch-covers.ts).
 */
export function trelloSource(readBytes: ReadBytes): Pick<Source, 'kind' | 'read'> {
  return { kind: 'trello', read: (note) => readBoard(readBytes, note) }
}

async function* readBoard(readBytes: ReadBytes, note: Note): AsyncGenerator<Entry> {
  const noteOnce = onceEach(note)
  const before = await whatCardsReferTo(readBytes, note)
  await noteRestOfBoard(readBytes, before, noteOnce)
  yield boardOf(before, note)
  const labels = new Set<string>()
  yield* labelsOf(before.labels, labels, note)
  yield* fieldsOf(before, note)
  for (const list of before.lists) yield* listEntry(list, note, noteOnce)
  const severalChecklists = new Set<string>()
  const checklistsOnCards = new Set<string>()
  const names = new Map(before.members.map((member) => [refOf(member.id), nameOf(member.fullName, 200)]))
  for await (const { value } of partsOf(readBytes(), { cards: 'elements' })) {
    const card = objectOf(value)
    noteLeftOut('cards', card, noteOnce)
    const checklists = objectsOf(card.checklists)
    if (refsOf(card.idChecklists).length > 1 || checklists.length > 1) severalChecklists.add(refOf(card.id))
    yield* labelsOf(objectsOf(card.labels), labels, note)
    yield* cardEntries(card, before, names, { note, noteOnce })
    for (const checklist of checklists.toSorted(byPosition)) {
      checklistsOnCards.add(refOf(checklist.id))
      yield* itemsOf({ idCard: card.id, ...checklist }, severalChecklists, { note, noteOnce })
    }
  }
  for await (const checklist of inOrder(checklistsOf(readBytes), severalChecklists))
    if (!checklistsOnCards.has(refOf(checklist.id))) yield* itemsOf(checklist, severalChecklists, { note, noteOnce })
  yield* actionsOf(readBytes, note)
}

type Notes = { note: Note; noteOnce: Note }

/** Notes the members outside the imported parts. */
async function noteRestOfBoard(readBytes: ReadBytes, { board }: Before, noteOnce: Note): Promise<void> {
  noteLeftOut('board', board, noteOnce)
  for await (const name of memberNames(readBytes())) if (!(name in board)) noteLeftOut('board', { [name]: true }, noteOnce)
}

/** Says that the end of a text is lost. */
function noteCut(value: unknown, most: number, note: Note): void {
  if (typeof value !== 'string' || value.length <= most) return
  note(leftOut('endOf', { name: nameOf(value, 100) }), because('longer', { count: most }))
}

type Before = { board: Loose; labels: Loose[]; lists: Loose[]; members: Loose[]; customFields: Loose[]; choices: Map<string, string> }
const small = ['labels', 'lists', 'members', 'customFields'] as const
const mostOfEach = 10_000

async function whatCardsReferTo(readBytes: ReadBytes, note: Note): Promise<Before> {
  const found: Before = { board: {}, labels: [], lists: [], members: [], customFields: [], choices: new Map() }
  const wanted = {
    name: 'value',
    desc: 'value',
    labels: 'elements',
    lists: 'elements',
    members: 'elements',
    customFields: 'elements',
    ...Object.fromEntries(boardMembersLeftOut.map((name) => [name, 'value' as const])),
  } as const
  let tooMany = 0
  for await (const { of, value } of partsOf(readBytes(), wanted, mostKeptBytes)) {
    const group = small.find((each) => each === of)
    if (group === undefined) found.board[of] = value
    else if (found[group].length < mostOfEach) found[group].push(objectOf(value))
    else tooMany += 1
  }
  if (tooMany > 0) note(leftOut('tooMany', { count: tooMany }), because('fileHolds', { count: mostOfEach }))
  return found
}

function boardOf({ board, members }: Before, note: Note): Entry {
  noteCut(board.name, 200, note)
  noteCut(board.desc, 100_000, note)
  const people = members.map((member) => ({
    ref: refOf(member.id),
    name: nameOf(member.fullName, 200) || nameOf(member.username, 200),
    handle: handleOf(member.username),
    actorId: null,
    role: 'member' as const,
  }))
  const texts = { name: nameOf(board.name, 200) || 'Imported from Trello', description: textOf(board.desc, 100_000) }
  return { what: 'board', ...plainBoard, ...texts, keyPrefix: null, people }
}

/** `green_dark` → green: ours have no shades. */
function colorOf(color: unknown): string {
  const name = typeof color === 'string' ? color.split('_')[0] : undefined
  return name !== undefined && /^[a-z]{1,30}$/.test(name) ? name : 'gray'
}

/** Labels without a name are called by their colour. Cards may carry labels that the board does not list; each comes once. */
function* labelsOf(labels: Loose[], known: Set<string>, note: Note): Generator<Entry> {
  for (const label of labels) {
    const ref = refOf(label.id)
    if (known.has(ref)) continue
    known.add(ref)
    noteCut(label.name, 200, note)
    const color = colorOf(label.color)
    yield { what: 'label', ref, name: nameOf(label.name, 200) || color, color }
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
      note(leftOut('field', { name }), because('noFieldShape'))
    else yield { what: 'field', ref: refOf(field.id), name, type, options: type === 'select' ? options : null }
  }
}

function* listEntry(list: Loose, note: Note, noteOnce: Note): Generator<Entry> {
  const limit = Number(list.softLimit)
  noteLeftOut('lists', list, noteOnce)
  noteCut(list.name, 200, note)
  yield {
    what: 'list',
    ref: refOf(list.id),
    name: nameOf(list.name, 200) || 'List',
    order: Number(list.pos) || 0,
    ...plainList,
    color: typeof list.color === 'string' ? colorOf(list.color) : null,
    wipLimit: Number.isInteger(limit) && limit >= 1 && limit <= 10_000 ? limit : null,
    archivedAt: list.closed === true ? (timeOf(list.dateClosed) ?? 'now') : null,
  }
}

function* cardEntries(card: Loose, { choices }: Before, names: Map<string, string>, { note, noteOnce }: Notes): Generator<Entry> {
  const ref = refOf(card.id)
  const title = nameOf(card.name, 500)
  noteCut(card.name, 500, note)
  noteCut(card.desc, 100_000, note)
  for (const value of [card.start, card.due])
    if (typeof value === 'string' && timeOf(value) === null)
      note(leftOut('date', { name: truncate(title, 100) }), because('noDateOfTrello'))
  const lastTouched = timeOf(card.dateLastActivity)
  const due = timeOf(card.due)
  const coverRef = coverOf(card, noteOnce)
  yield {
    what: 'card',
    ref,
    listRef: refOf(card.idList),
    order: Number(card.pos) || 0,
    number: typeof card.idShort === 'number' ? card.idShort : null,
    title: title || '(no title)',
    description: textOf(card.desc, 100_000),
    ...noAttributes,
    startAt: timeOf(card.start),
    dueAt: due,
    completedAt: card.dueComplete === true ? (timeOf(card.dateCompleted) ?? lastTouched ?? due ?? 'now') : null,
    archivedAt: card.closed === true ? (timeOf(card.dateClosed) ?? lastTouched ?? 'now') : null,
    archivedWithList: false,
    createdAt: timeInId(ref),
    authorName: names.get(refOf(card.idMemberCreator)) ?? null,
    coverRef,
    assigneeRefs: idsOn(card.idMembers, card.members),
    assigneeNames: [],
    labelRefs: idsOn(card.idLabels, card.labels),
    values: objectsOf(card.customFieldItems).map((item) => ({ fieldRef: refOf(item.idCustomField), value: valueOf(item, choices) })),
  }
  let isCovered = coverRef === null
  for (const attachment of objectsOf(card.attachments)) {
    const url = addressOf(attachment.url)
    const name = nameOf(attachment.name, 255)
    if (url === null) note(leftOut('attachmentOf', { name, of: title }), because('noAddress'))
    else {
      const said = { authorName: names.get(refOf(attachment.idMember)) ?? null, createdAt: timeOf(attachment.date) }
      const isCoverImage = !isCovered && refOf(attachment.id) === coverRef
      isCovered ||= isCoverImage
      const cover = isCoverImage ? { ref: coverRef, isCoverImage } : { ref: null }
      yield { what: 'link', cardRef: ref, name: name || truncate(url, 255), url, ...said, ...cover }
      if (isCoverImage) continue
    }
    if (attachment.isUpload === true) noteOnce(leftOut('uploads'), because('stayThere'))
  }
}

/** The attachment that is the cover. A color, a background of Trello and an attachment without an address are noted. */
function coverOf(card: Loose, noteOnce: Note): string | null {
  const { idAttachment, idUploadedBackground, color } = objectOf(card.cover)
  const ref = refOf(idAttachment)
  if (ref !== '' && objectsOf(card.attachments).some(({ id, url }) => refOf(id) === ref && addressOf(url) !== null)) return ref
  if (ref !== '' || [idUploadedBackground, color].some((cover) => refOf(cover) !== '')) noteOnce(leftOut('covers'), because('coverNoFile'))
  return null
}

/** An export names labels and members of a card by their ids, as objects, or both. */
const idsOn = (ids: unknown, objects: unknown): string[] => refsOf([...listOf(ids), ...objectsOf(objects).map(({ id }) => id)])

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

/** The limit for checklists that are held back to be put in order; usually they are a few kilobytes. */
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
  yield* waiting.toSorted(byPosition)
}

const byPosition = (a: Loose, b: Loose): number => (Number(a.pos) || 0) - (Number(b.pos) || 0)

/** A card has one checklist here: with several, each item says which it was of. */
function* itemsOf(checklist: Loose, severalChecklists: ReadonlySet<string>, { note, noteOnce }: Notes): Generator<Entry> {
  const cardRef = refOf(checklist.idCard)
  const name = nameOf(checklist.name, 100)
  noteLeftOut('checklists', checklist, noteOnce)
  const prefix = severalChecklists.has(cardRef) && name !== '' ? `${name}: ` : ''
  if (prefix === '' && name !== '' && name.toLowerCase() !== 'checklist')
    noteOnce(leftOut('checklistName', { name }), because('oneChecklist'))
  const items = objectsOf(checklist.checkItems).toSorted(byPosition)
  if (items.length === 0) note(leftOut('checklist', { name }), because('noItems'))
  for (const item of items) {
    noteLeftOut('checklist items', item, noteOnce)
    const text = nameOf(`${prefix}${textOf(item.name, 2_000)}`, 500)
    if (textOf(item.name, 2_000).trim() === '') {
      note(leftOut('itemWithin', { name }), because('noText'))
      continue
    }
    noteCut(item.name, 500 - prefix.length, note)
    const doneAt = item.state === 'complete' ? 'now' : null
    yield { what: 'checklistItem', cardRef, text, doneAt, assigneeRef: refOf(item.idMember) || null }
  }
}

/** Trello exports no more. */
const mostActions = 1_000

async function* actionsOf(readBytes: ReadBytes, note: Note): AsyncGenerator<Entry> {
  let actions = 0
  for await (const { value } of partsOf(readBytes(), { actions: 'elements' })) {
    actions += 1
    yield* actionEntries(objectOf(value), note)
  }
  if (actions >= mostActions) note(leftOut('older'), because('lastActions', { count: mostActions }))
}

function* actionEntries(action: Loose, note: Note): Generator<Entry> {
  const data = objectOf(action.data)
  const cardRef = refOf(objectOf(data.card).id) || refOf(data.idCard) || null
  const creator = objectOf(action.memberCreator)
  const author = nameOf(creator.fullName, 200) || nameOf(creator.username, 200) || null
  const at = timeOf(action.date)
  if (action.type === 'commentCard' && cardRef !== null) {
    const body = textOf(data.text, 100_000).trim()
    noteCut(data.text, 100_000, note)
    if (body === '') note(leftOut('comment'), because('noText'))
    else yield { what: 'comment', cardRef, body, authorName: author, createdAt: at, editedAt: timeOf(data.dateLastEdited) }
  } else {
    yield { what: 'history', at, actorName: author, verb: `trello.${nameOf(action.type, 100) || 'unknown'}`, cardRef, payload: data }
  }
}
