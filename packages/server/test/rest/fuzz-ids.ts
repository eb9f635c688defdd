import { IdOf } from './fuzz-input.ts'

/** The ids in the answers so far, by the names that inputs use. */
export type KnownIds = {
  learn(name: string, value: string): void
  harvest(answer: unknown): void
  /** Puts known ids where an input has placeholders. */
  resolve(value: unknown): unknown
  clear(): void
}

/** `shared` are the ids of the board that all callers can see. They are preferred. */
export function createKnownIds(shared: Record<string, () => readonly string[]>): KnownIds {
  const seen = new Map<string, string[]>()
  return { learn, harvest: (answer) => harvest(answer, 'id'), resolve, clear: () => seen.clear() }

  function learn(name: string, value: string): void {
    if (name !== 'key' && name !== 'etag' && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) return
    const known = seen.get(name) ?? []
    if (!known.includes(value)) seen.set(name, [...known.slice(-30), value])
  }

  function harvest(answer: unknown, name: string): void {
    if (typeof answer === 'string') return learn(name, answer)
    if (Array.isArray(answer)) for (const each of answer.slice(0, 20)) harvest(each, name)
    else if (typeof answer === 'object' && answer !== null) {
      const kind = kindOfId[name] ?? kindOf(answer)
      for (const [key, child] of Object.entries(answer)) harvest(child, key === 'id' ? kind : key.replace(/Ids$/, 'Id'))
    }
  }

  function resolve(value: unknown): unknown {
    if (value instanceof IdOf) return idFor(value)
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null || value instanceof File) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolve(child)]))
  }

  /** Mostly an id of that kind, preferably of the shared board; sometimes any known id, or an unknown one. */
  function idFor({ name, at }: IdOf): string {
    if (at % 16 === 0) return '019f0000-0000-7000-8000-0000000000ff'
    const names = aliases[name] ?? [name]
    const known = names.flatMap((alias) => [...(seen.get(alias) ?? [])])
    const common = at % 4 !== 0 ? names.flatMap((alias) => shared[alias]?.() ?? []) : []
    const pool = [common, known, [...seen.values()].flatMap((ids) => [...ids])].find((ids) => ids.length > 0 && at % 16 !== 1) ?? known
    return pool[Math.floor(at / 4) % pool.length] ?? ''
  }
}

const aliases: Record<string, string[]> = {
  otherCardId: ['cardId'],
  agentActorId: ['agentActorId'],
  actorId: ['actorId', 'agentActorId'],
  assigneeActorId: ['actorId'],
  beforeId: ['cardId', 'listId', 'checklistItemId'],
  afterId: ['cardId', 'listId', 'checklistItemId'],
  questionEventId: ['eventId'],
  cursor: ['id', 'notificationId', 'sessionId', 'cardId', 'actorId', 'auditId'],
  before: ['activityId', 'commentId'],
}

const kindOfId: Record<string, string> = {
  lists: 'listId',
  cards: 'cardId',
  checklistItems: 'checklistItemId',
  comments: 'commentId',
  labels: 'labelId',
  fields: 'fieldId',
}

/** The kind of a record, by a property that only this kind has. */
function kindOf(answer: object): string {
  const marks: [string, string][] = [
    ['initiatorActorId', 'sessionId'], ['seq', 'activityId'], ['layout', 'viewId'], ['lastFour', 'tokenId'], ['outcome', 'auditId'],
    ['attachmentId', 'attachmentId'], ['options', 'fieldId'], ['color', 'labelId'], ['kind', 'eventId'], ['listId', 'cardId'],
    ['wipLimit', 'listId'], ['keyPrefix', 'boardId'], ['editedAt', 'commentId'], ['doneAt', 'checklistItemId'],
    ['consecutiveFailures', 'webhookId'], ['scopes', 'tokenId'], ['readAt', 'notificationId'], ['invitedByActorId', 'invitationId'],
    ['ownerActorId', 'actorId'],
  ] // biome-ignore format: a table
  return marks.find(([mark]) => mark in answer)?.[1] ?? 'id'
}
