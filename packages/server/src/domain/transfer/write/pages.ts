import { because, colorShape, type Explained, type LeftOut, leftOut } from '@tandem/contract'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import { mostAttachments } from '../../attachments/record.ts'
import { keptValue, type Value } from '../../fields/on-cards.ts'
import type { CardEntry, Entry, ListEntry, Note, Source, When } from '../formats/entries.ts'
import type { ImportPlan } from './import-plan.ts'

/**
 * The entries of a file as they are written, in pages short enough for the lock of a board. Entries that refer to unknown objects, repeat
 * or exceed the limits of a board are left out and noted.
 */
export type Page = {
  entries: Entry[]
  /** How many entries of the file it deals with, those that are left out too. */
  dealtWith: number
}

const [mostWeight, mostTextOctets, mostFilesAtOnce] = [200, 262_144, 4]
const [mostLabels, mostFields, mostItems, mostRelations, mostViews, mostRules] = [500, 100, 500, 200, 500, 100]

/** `isFetched`: whether an image is fetched for an entry. */
export async function* pagesOf(source: Source, plan: ImportPlan, note: Note, isFetched: (entry: Entry) => boolean): AsyncGenerator<Page> {
  const accept = createAcceptance(plan, note, source.kind)
  let page: Page = { entries: [], dealtWith: 0 }
  let [weight, octets, files] = [0, 0, 0]
  for await (const entry of source.read(note)) {
    const accepted = accept(entry)
    page.dealtWith += 1
    if (accepted) page.entries.push(accepted)
    weight += accepted?.what === 'card' ? 2 + accepted.labelRefs.length + accepted.assigneeRefs.length + accepted.values.length : 1
    octets += octetsOf(accepted)
    if (accepted?.what === 'file' || (accepted && isFetched(accepted))) files += 1
    if (weight < mostWeight && octets < mostTextOctets && files < mostFilesAtOnce) continue
    yield page
    page = { entries: [], dealtWith: 0 }
    ;[weight, octets, files] = [0, 0, 0]
  }
  if (page.dealtWith > 0) yield page
}

function octetsOf(entry: Entry | null): number {
  if (entry?.what === 'comment') return entry.body.length * 2
  if (entry?.what === 'card') return entry.description.length
  return entry?.what === 'history' ? JSON.stringify(entry.payload).length : 0
}

const longestChoice = 100
const mostOptions = 100
/** The longest payload of an earlier activity, as JSON; longer ones are left out of their entry. */
const mostHistoryOctets = 65_536

type Field = Pick<FieldRow, 'type' | 'options'>
/** `coverRef`: its cover, until that attachment has come. */
type OnCard = { title: string; items: number; attachments: number; relations: number; coverRef: string | null }

type Named = { kind: 'item' | 'attachment'; name: string }

function createAcceptance({ lists: knownLists, circles }: ImportPlan, note: Note, kind: Source['kind']): (entry: Entry) => Entry | null {
  /** When each list was archived. */
  const lists = new Map<string, When | null>()
  /** Labels by their lower-case name. */
  const labels = new Map<string, { ref: string; color: string }>()
  const labelRefs = new Map<string, string>()
  const fieldNames = new Set<string>()
  const fields = new Map<string, Field>()
  const cards = new Map<string, OnCard>()
  const relations = new Set<string>()
  let relationsSeen = 0
  let [views, rules] = [0, 0]

  const onCard = (cardRef: string): OnCard | undefined => cards.get(cardRef)
  const leaveOut = (what: LeftOut, why: Explained): null => {
    note(what, why)
    return null
  }

  const acceptors: { [W in Entry['what']]: (entry: Extract<Entry, { what: W }>) => Entry | null } = {
    board: (entry) => entry,
    label: acceptLabel,
    field: acceptField,
    list: acceptList,
    card: acceptCard,
    checklistItem: (entry) => (withinLimit(entry.cardRef, 'items', mostItems, { kind: 'item', name: entry.text }) ? entry : null),
    link: acceptAttachment,
    file: acceptAttachment,
    comment: (entry) => (onCard(entry.cardRef) ? entry : leaveOut(leftOut('comment'), because('cardMissing'))),
    relation: acceptRelation,
    view: acceptView,
    rule: acceptRule,
    history: acceptHistory,
  }
  return (entry) => (acceptors[entry.what] as (entry: Entry) => Entry | null)(entry)

  function acceptList(entry: ListEntry): Entry | null {
    if (lists.has(entry.ref) || !knownLists.has(entry.ref)) return leaveOut(leftOut('list', { name: entry.name }), because('twice'))
    lists.set(entry.ref, entry.archivedAt)
    return entry
  }

  function acceptAttachment(entry: Extract<Entry, { what: 'link' | 'file' }>): Entry | null {
    if (!withinLimit(entry.cardRef, 'attachments', mostAttachments, { kind: 'attachment', name: entry.name })) return null
    const card = onCard(entry.cardRef)
    if (!card || entry.ref === null) return entry
    if (entry.ref !== card.coverRef) return entry.what === 'link' ? { ...entry, ref: null, isCoverImage: false } : { ...entry, ref: null }
    // A second card with this id is left out, but its attachments come, and its cover may have the same id.
    card.coverRef = null
    return entry
  }

  function acceptView(entry: Extract<Entry, { what: 'view' }>): Entry | null {
    views += 1
    return views > mostViews ? leaveOut(leftOut('view', { name: entry.name }), because('boardViews', { count: mostViews })) : entry
  }

  function acceptRule(entry: Extract<Entry, { what: 'rule' }>): Entry | null {
    rules += 1
    return rules > mostRules ? leaveOut(leftOut('rule', { name: entry.rule.name }), because('boardRules', { count: mostRules })) : entry
  }

  /** No two have the same name: one that looks the same is the same, another one gets another name. */
  function acceptLabel(entry: Extract<Entry, { what: 'label' }>): Entry | null {
    const color = colorShape.test(entry.color) ? entry.color : 'gray'
    const same = labels.get(entry.name.toLowerCase())
    if (entry.name === '' || same?.color === color) {
      if (same) labelRefs.set(entry.ref, same.ref)
      return entry.name === ''
        ? leaveOut(leftOut('someLabel'), because('noName'))
        : leaveOut(leftOut('label', { name: entry.name }), because('sameLabel'))
    }
    if (labels.size >= mostLabels) return leaveOut(leftOut('label', { name: entry.name }), because('boardLabels', { count: mostLabels }))
    const name = freeName(entry.name, labels)
    labels.set(name.toLowerCase(), { ref: entry.ref, color })
    labelRefs.set(entry.ref, entry.ref)
    return { ...entry, name, color }
  }

  function acceptField(entry: Extract<Entry, { what: 'field' }>): Entry | null {
    if (fields.size >= mostFields) return leaveOut(leftOut('field', { name: entry.name }), because('boardFields', { count: mostFields }))
    const options = entry.options?.slice(0, mostOptions) ?? null
    const more = (entry.options?.length ?? 0) - mostOptions
    if (more > 0) note(leftOut('choices', { count: more, name: entry.name }), because('fieldHolds', { count: mostOptions }))
    const name = freeName(entry.name, fieldNames)
    fieldNames.add(name.toLowerCase())
    fields.set(entry.ref, { type: entry.type, options })
    return { ...entry, name, options }
  }

  function acceptCard(entry: CardEntry): Entry | null {
    const { title } = entry
    if (cards.has(entry.ref)) return leaveOut(leftOut('card', { name: title }), because('twice'))
    if (!lists.has(entry.listRef)) return leaveOut(leftOut('card', { name: title }), because('listMissing'))
    cards.set(entry.ref, { title, items: 0, attachments: 0, relations: 0, coverRef: entry.coverRef })
    const missing = entry.labelRefs.filter((ref) => !labelRefs.has(ref)).length
    if (missing > 0) note(leftOut('labelsOf', { count: missing, name: title }), because('labelsMissing'))
    return {
      ...archivedWith(lists.get(entry.listRef) ?? null, entry),
      labelRefs: [...new Set(entry.labelRefs.flatMap((ref) => labelRefs.get(ref) ?? []))],
      values: valuesOf(entry, title),
    }
  }

  function valuesOf({ values }: CardEntry, title: string): CardEntry['values'] {
    const kept = new Map<string, unknown>()
    for (const { fieldRef, value } of values) {
      const field = fields.get(fieldRef)
      const fit = field && isValue(value) ? (keptValue(field, value) ?? goneChoice(field, value)) : null
      if (fit === null)
        note(leftOut('fieldValue', { name: title }), field ? because('fieldUnfit', { type: field.type }) : because('fieldMissing'))
      else kept.set(fieldRef, fit)
    }
    return [...kept].map(([fieldRef, value]) => ({ fieldRef, value }))
  }

  /** Cards keep a choice that is gone from its field; a board of ours may come with such cards. */
  function goneChoice(field: Field, value: Value): Value | null {
    const fits = kind === 'tandem' && field.type === 'select' && typeof value === 'string' && value !== '' && value.length <= longestChoice
    return fits ? value : null
  }

  function withinLimit(cardRef: string, what: 'items' | 'attachments', most: number, { kind, name }: Named): boolean {
    const card = onCard(cardRef)
    if (card) card[what] += 1
    if (card && card[what] <= most) return true
    if (card) note(leftOut(`${kind}Of`, { name, of: card.title }), because('cardHolds', { count: most }))
    else note(leftOut(kind, { name }), because('cardMissing'))
    return false
  }

  function acceptRelation(entry: Extract<Entry, { what: 'relation' }>): Entry | null {
    const [at, one, other] = [relationsSeen++, onCard(entry.cardRef), onCard(entry.otherRef)]
    const what = one ? leftOut('relation', { name: one.title }) : leftOut('someRelation')
    if (!one || !other || one === other) return leaveOut(what, because('otherMissing'))
    if (circles.has(at)) return leaveOut(what, because('circle'))
    const ends = entry.kind === 'relates' ? [entry.cardRef, entry.otherRef].toSorted() : [entry.cardRef, entry.otherRef]
    const key = JSON.stringify([entry.kind, ...ends])
    if (relations.has(key)) return null
    if (one.relations >= mostRelations || other.relations >= mostRelations)
      return leaveOut(what, because('cardHolds', { count: mostRelations }))
    relations.add(key)
    one.relations += 1
    other.relations += 1
    return entry
  }

  function acceptHistory(entry: Extract<Entry, { what: 'history' }>): Entry | null {
    if (JSON.stringify(entry.payload).length <= mostHistoryOctets) return entry
    note(leftOut('details', { verb: entry.verb }), because('tooLongForHistory'))
    return { ...entry, payload: null }
  }
}

/** The cards of an archived list are archived with it, even if the file says otherwise; those of another one were archived by themselves. */
function archivedWith(listArchivedAt: When | null, card: CardEntry): CardEntry {
  if (listArchivedAt === null) return { ...card, archivedWithList: false }
  return card.archivedAt === null ? { ...card, archivedAt: listArchivedAt, archivedWithList: true } : card
}

const isValue = (value: unknown): value is Value =>
  (typeof value === 'string' && value.length <= 10_000 && value.isWellFormed() && !value.includes('\0')) ||
  typeof value === 'number' ||
  typeof value === 'boolean'

/** `Bug`, `Bug 2`, … */
function freeName(name: string, taken: { has(name: string): boolean }): string {
  for (let at = 1; ; at++) {
    const candidate = at === 1 ? name : `${truncate(name, 190)} ${at}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}
