import {
  acceptances,
  because,
  catalogue,
  colorShape,
  leftOut,
  listCategories,
  verbs,
  viewColumns,
  viewLanes,
  viewQuery,
  viewSort,
  wipPolicies,
} from '@tandem/contract'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import { attributesInDocument } from './attributes.ts'
import { addressOf, handleOf, type Loose, listOf, objectOf, objectsOf, refOf, refsOf, textOf, timeOf } from './clean.ts'
import type { CardEntry, Entry, ListEntry, Note, PersonEntry, Source } from './entries.ts'
import { brokenFile, mostKeptBytes, partsOf } from './json-parts.ts'
import type { ReadBytes } from './open-source.ts'
import { onceEach } from './report.ts'

/** Our own export (export.ts), of this instance or another one. Its content is trusted no more than that of any other file. */
export function tandemSource(readBytes: ReadBytes, hasFiles: boolean): Pick<Source, 'kind' | 'read'> {
  return { kind: 'tandem', read: (note) => readBoard(readBytes, hasFiles, note) }
}

async function* readBoard(readBytes: ReadBytes, hasFiles: boolean, note: Note): AsyncGenerator<Entry> {
  const before = await allButCards(readBytes)
  yield boardOf(before)
  for (const { id, name, color } of before.labels)
    yield { what: 'label', ref: refOf(id), name: saidOf(name, 200), color: textOf(color, 32) }
  for (const field of before.fields) yield* fieldEntry(field, note)
  for (const list of before.lists) yield* listEntry(list)
  if (timeOf(before.board.archivedAt) !== null) note(leftOut('archiving'), because('toWork'))
  const names = namesIn(before)
  const noteOnce = onceEach(note)
  const relations: Entry[] = []
  for await (const { value } of partsOf(readBytes(), { cards: { without: ['comments', 'sessions'] } })) {
    const card = objectOf(value)
    yield* cardEntries(card, names, hasFiles, note)
    noteWhatStays(card, noteOnce)
    for (const relation of relationsOf(card)) if (relations.length < mostRelations) relations.push(relation)
  }
  for await (const { value } of partsOf(readBytes(), { cards: { within: 'comments' } }))
    yield* commentEntry(objectOf(value), names, noteOnce)
  yield* relations
  for (const view of before.views) yield* viewEntry(view, note)
  for (const rule of before.rules) yield* ruleEntry(rule, note)
  for await (const { of, value } of partsOf(readBytes(), { importedHistory: 'elements' })) yield* pastEntry(of, objectOf(value), names)
  for await (const { of, value } of partsOf(readBytes(), { activity: 'elements' })) yield* pastEntry(of, objectOf(value), names)
}

/** The text as it was on the board: it is not cleaned up, so that an export of the copy is equal. */
const saidOf = (value: unknown, most: number): string => textOf(value, most).trim()

const logEnd = verbs['board.imported'].shape.log.unwrap()
const { shape: settings } = catalogue['board.update'].input
const ruleDefinition = catalogue['rule.create'].input.pick({ name: true, trigger: true, conditions: true, actions: true, enabled: true })
const groups = ['members', 'actors', 'labels', 'fields', 'lists', 'views', 'rules'] as const
type Before = { board: Loose; log: Loose } & Record<(typeof groups)[number], Loose[]>
const mostOfEach = 20_000
const mostRelations = 500_000
/** The most assignee names of one card that came with an earlier import. */
const mostAssigneeNames = 100

async function allButCards(readBytes: ReadBytes): Promise<Before> {
  const found: Before = { board: {}, log: {}, members: [], actors: [], labels: [], fields: [], lists: [], views: [], rules: [] }
  const wanted = Object.fromEntries(groups.map((group) => [group, 'elements' as const]))
  for await (const { of, value } of partsOf(
    readBytes(),
    { formatVersion: 'value', board: 'value', log: 'value', ...wanted },
    mostKeptBytes,
  )) {
    const group = groups.find((each) => each === of)
    if (of === 'formatVersion' && value !== 1) throw brokenFile('formatNewer', { version: String(value).slice(0, 20) })
    if (of === 'board') found.board = objectOf(value)
    else if (of === 'log') found.log = objectOf(value)
    else if (group && found[group].length < mostOfEach) found[group].push(objectOf(value))
  }
  return found
}

function boardOf({ board, log, members, actors }: Before): Entry {
  return {
    what: 'board',
    name: saidOf(board.name, 200) || 'Imported board',
    description: textOf(board.description, 100_000),
    agentGuidance: textOf(board.agentGuidance, 100_000),
    reviewByOthers: board.reviewByOthers === true,
    completeParents: board.completeParents === true,
    maxAgentSessions: settings.maxAgentSessions.safeParse(board.maxAgentSessions).data ?? null,
    monthlyBudget: settings.monthlyBudget.safeParse(board.monthlyBudget).data ?? null,
    keyPrefix: /^[A-Z][A-Z0-9]{1,9}$/.test(String(board.keyPrefix)) ? String(board.keyPrefix) : null,
    people: [...members, ...actors].map(personOf),
    log: logEnd.safeParse({ ...log, boardId: board.id }).data ?? null,
  }
}

const roles = ['viewer', 'member', 'admin'] as const

function personOf({ actorId, name, handle, role }: Loose): PersonEntry {
  const ref = refOf(actorId)
  return {
    ref,
    actorId: ref,
    name: saidOf(name, 200),
    handle: handleOf(handle),
    role: roles.find((each) => each === role) ?? null,
  }
}

const namesIn = ({ members, actors }: Before): Map<string, string> =>
  new Map([...actors, ...members].map((person) => [refOf(person.actorId), saidOf(person.name, 200)]))

const fieldTypes = ['text', 'number', 'date', 'checkbox', 'select', 'url'] as const

function* fieldEntry(field: Loose, note: Note): Generator<Entry> {
  const name = saidOf(field.name, 200)
  const type: FieldRow['type'] | undefined = fieldTypes.find((each) => each === field.type)
  const options =
    type === 'select' ? [...new Set(refsOf(field.options).map((option) => saidOf(option, 100)))].filter((text) => text !== '') : null
  if (type === undefined || name === '' || options?.length === 0) note(leftOut('field', { name }), because('noFieldShape'))
  else yield { what: 'field', ref: refOf(field.id), name, type, options }
}

function* listEntry(list: Loose): Generator<Entry> {
  const { wipLimit, wipPolicy, category, acceptance } = list
  yield {
    what: 'list',
    ref: refOf(list.id),
    name: saidOf(list.name, 200) || 'List',
    order: textOf(list.rank, 200),
    wipLimit: typeof wipLimit === 'number' && Number.isInteger(wipLimit) && wipLimit >= 1 && wipLimit <= 10_000 ? wipLimit : null,
    wipPolicy: wipPolicies.find((each) => each === wipPolicy) ?? 'warn',
    category: listCategories.find((each) => each === category) ?? 'none',
    acceptance: acceptances.find((each) => each === acceptance) ?? 'none',
    color: typeof list.color === 'string' && colorShape.test(list.color) ? list.color : null,
    queue: queueIn(list.queue),
    archivedAt: timeOf(list.archivedAt),
  }
}

function queueIn(queue: unknown): ListEntry['queue'] {
  const { agentActorIds } = objectOf(queue)
  return Array.isArray(agentActorIds) ? { agentRefs: refsOf(agentActorIds) } : null
}

type Into = { hasFiles: boolean; note: Note }

function* cardEntries(card: Loose, names: Map<string, string>, hasFiles: boolean, note: Note): Generator<Entry> {
  const entry = cardEntry(card, names)
  const name = entry.title
  yield entry
  for (const item of objectsOf(card.checklistItems)) {
    const text = saidOf(item.text, 500)
    const doneAt = item.done === true ? (timeOf(item.doneAt) ?? 'now') : null
    if (text !== '') yield { what: 'checklistItem', cardRef: entry.ref, text, doneAt, assigneeRef: refOf(item.assigneeActorId) || null }
  }
  for (const attachment of objectsOf(card.attachments)) yield* attachmentEntry(attachment, entry, names, { hasFiles, note })
  if (card.delegation) note(leftOut('delegation', { name }), because('noAgent'))
  for (const link of objectsOf(card.links)) note(leftOut('linkTo', { name, url: textOf(link.externalUrl, 200) }), because('integration'))
}

/** Notes the parts that no card keeps, once for all cards. */
function noteWhatStays(card: Loose, noteOnce: Note): void {
  if (listOf(card.watchers).length > 0) noteOnce(leftOut('watchers'), because('ownWatch'))
  if (objectsOf(card.checklistItems).some((item) => typeof item.doneByActorId === 'string'))
    noteOnce(leftOut('whoTicked'), because('noProof'))
  if (card.session) noteOnce(leftOut('sessions'), because('noSessions'))
}

function cardEntry(card: Loose, names: Map<string, string>): CardEntry {
  const before = objectOf(card.imported)
  return {
    what: 'card',
    ref: refOf(card.id),
    listRef: refOf(card.listId),
    order: textOf(card.rank, 200),
    number: typeof card.number === 'number' ? card.number : null,
    title: saidOf(card.title, 500) || '(no title)',
    description: textOf(card.description, 100_000),
    ...attributesInDocument(card),
    completedAt: timeOf(card.completedAt),
    archivedAt: timeOf(card.archivedAt),
    archivedWithList: card.archivedWithList === true,
    createdAt: timeOf(card.createdAt),
    authorName: saidOf(before.authorName, 200) || names.get(refOf(card.createdBy)) || null,
    coverRef: refOf(card.coverAttachmentId) || null,
    assigneeRefs: refsOf(card.assigneeActorIds),
    assigneeNames: refsOf(listOf(before.assigneeNames).slice(0, mostAssigneeNames)).map((name) => saidOf(name, 200)),
    labelRefs: refsOf(card.labelIds),
    values: objectsOf(card.fieldValues).map(({ fieldId, value }) => ({ fieldRef: refOf(fieldId), value })),
  }
}

/** The first who attached it, after any number of imports. */
function* attachmentEntry(attachment: Loose, card: CardEntry, names: Map<string, string>, { hasFiles, note }: Into): Generator<Entry> {
  const name = saidOf(attachment.name, 255)
  const before = attachment.imported === undefined ? null : objectOf(attachment.imported)
  const of = {
    cardRef: card.ref,
    ref: refOf(attachment.id),
    authorName: before ? saidOf(before.authorName, 200) || null : (names.get(refOf(attachment.createdByActorId)) ?? null),
    createdAt: timeOf(before ? before.createdAt : attachment.createdAt),
  }
  const what = leftOut('attachmentOf', { name, of: card.title })
  if (attachment.kind === 'link') {
    const url = addressOf(attachment.url)
    if (url === null) note(what, because('noAddress'))
    else yield { what: 'link', ...of, name: name || truncate(url, 255), url }
  } else if (!hasFiles) {
    note(what, because('noFiles'))
  } else {
    const said = { filename: textOf(attachment.filename, 1_000), contentType: textOf(attachment.contentType, 200) }
    yield { what: 'file', ...of, name, ...said, path: `attachments/${refOf(attachment.id)}` }
  }
}

const kinds = ['blocks', 'relates', 'parent'] as const

function* relationsOf(card: Loose): Generator<Entry> {
  for (const relation of objectsOf(card.relations)) {
    const kind = kinds.find((each) => each === relation.kind)
    if (kind) yield { what: 'relation', cardRef: refOf(card.id), otherRef: refOf(relation.otherCardId), kind }
  }
}

/** The first author, after any number of imports. */
function* commentEntry(comment: Loose, names: Map<string, string>, noteOnce: Note): Generator<Entry> {
  const body = textOf(comment.body, 100_000)
  if (body.trim() === '' || comment.deletedAt) return
  if (listOf(comment.reactions).length > 0) noteOnce(leftOut('reactions'), because('noProof'))
  const before = comment.imported === undefined ? null : objectOf(comment.imported)
  yield {
    what: 'comment',
    cardRef: refOf(comment.cardId),
    body,
    authorName: before ? saidOf(before.authorName, 200) || null : (names.get(refOf(comment.actorId)) ?? null),
    createdAt: timeOf(before ? before.createdAt : comment.createdAt),
    editedAt: timeOf(comment.editedAt),
  }
}

const layouts = ['board', 'list', 'calendar'] as const

function* viewEntry(view: Loose, note: Note): Generator<Entry> {
  const name = saidOf(view.name, 200)
  const query = viewQuery.safeParse(view.query)
  if (name === '' || !query.success) note(leftOut('view', { name }), because('noNameOrSearch'))
  else
    yield {
      what: 'view',
      name,
      layout: layouts.find((each) => each === view.layout) ?? 'board',
      lanes: viewLanes.safeParse(view.lanes).data ?? null,
      emptyLanes: view.emptyLanes === true,
      columns: viewColumns.safeParse(view.columns).data ?? null,
      sort: viewSort.safeParse(view.sort).data ?? null,
      query: query.data,
      shared: view.shared === true,
    }
}

/** A rule that the service has switched off stays off: an object that it named is gone. */
function* ruleEntry(rule: Loose, note: Note): Generator<Entry> {
  const name = saidOf(rule.name, 200)
  const { trigger, conditions, actions, enabled } = rule
  const definition = ruleDefinition.safeParse({ name, trigger, conditions, actions, enabled: enabled === true })
  if (definition.success) yield { what: 'rule', rule: definition.data }
  else note(leftOut('rule', { name }), because('noRuleShape'))
}

/** The log of the board is the past of the new one. */
function* pastEntry(of: string, entry: Loose, names: Map<string, string>): Generator<Entry> {
  const isLog = of === 'activity'
  yield {
    what: 'history',
    at: timeOf(isLog ? entry.createdAt : entry.at),
    actorName: isLog ? (names.get(refOf(entry.actorId)) ?? null) : saidOf(entry.actorName, 200) || null,
    verb: saidOf(entry.verb, 100) || 'unknown',
    cardRef: refOf(entry.cardId) || null,
    payload: entry.payload ? objectOf(entry.payload) : null,
  }
}
