import type { Activity, PayloadOf, Verb } from '@tandem/contract'

export type ActivityOf<V extends Verb> = Activity & { verb: V; payload: PayloadOf<V> }

/** Narrows an activity to one verb, with its payload. */
export function isActivity<V extends Verb>(activity: Activity, verb: V): activity is ActivityOf<V> {
  return activity.verb === verb
}
