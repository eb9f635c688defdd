import { recordIn } from './rewritten.ts'

/** What differs after a change of a checklist item. Old activities do not say it: of those nothing does. */
export function itemChangeIn(payload: Readonly<Record<string, unknown>>) {
  const before = recordIn(payload.previous)
  return {
    isRewritten: 'text' in before && before.text !== payload.text,
    isUnticked: payload.doneAt === null && typeof before.doneAt === 'string',
    isMoved: payload.position !== undefined && payload.position !== before.position,
    isAssigned: payload.assigneeActorId !== undefined && payload.assigneeActorId !== before.assigneeActorId,
  }
}
